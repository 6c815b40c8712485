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
