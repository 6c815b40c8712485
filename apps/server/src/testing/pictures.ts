import sharp from 'sharp'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'

/** Sends a file as a picture of this person; null: of nobody who is signed in. */
export function sendPicture(house: TestHouse, person: Person | null, bytes: Buffer, type = 'image/png') {
  return fetch(`${house.address}/api/storage/avatars`, {
    method: 'POST',
    headers: {
      'content-type': type,
      origin: house.address,
      'x-attune-key': house.site.key(),
      ...(person && { cookie: person.cookies() }),
    },
    body: new Uint8Array(bytes),
  })
}

/** Gives this person a picture; its address. */
export async function wearPicture(house: TestHouse, person: Person): Promise<string> {
  const square = sharp({ create: { width: 600, height: 600, channels: 3, background: '#2f6b62' } })
  const { path } = (await (await sendPicture(house, person, await square.png().toBuffer())).json()) as { path: string }
  const { avatarUrl } = await person.api.account.setAvatar({ path })
  if (!avatarUrl) throw new Error('there is no picture')
  return avatarUrl
}

/** A photo as a phone writes it: above 10 MB, lying on its side with a mark that says so, and with words beside the picture. */
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
