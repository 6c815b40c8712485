import sharp from 'sharp'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

/** Uploads a file as a person's avatar. If `person` is null, the request has no login. */
export function postAvatar(app: TestApp, person: Person | null, bytes: Buffer, type = 'image/png') {
  return fetch(`${app.address}/api/storage/avatars`, {
    method: 'POST',
    headers: {
      'content-type': type,
      origin: app.address,
      'x-attune-key': app.site.key(),
      ...(person && { cookie: person.cookies() }),
    },
    body: new Uint8Array(bytes),
  })
}

/** Sets an avatar and returns its address. */
export async function setTestAvatar(app: TestApp, person: Person): Promise<string> {
  const square = sharp({ create: { width: 600, height: 600, channels: 3, background: '#2f6b62' } })
  const { path } = (await (await postAvatar(app, person, await square.png().toBuffer())).json()) as { path: string }
  const { avatarUrl } = await person.api.account.setAvatar({ path })
  if (!avatarUrl) throw new Error('there is no picture')
  return avatarUrl
}

/** Returns a photo like one from a phone: more than 10 MB, with an EXIF orientation and `words` in its metadata. */
export const largePhoto = (words: string): Promise<Buffer> =>
  sharp({
    create: {
      width: 4800,
      height: 3600,
      channels: 3,
      background: '#2f6b62',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: words } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
