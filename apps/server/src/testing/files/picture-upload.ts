import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestBrowser } from '../browser.ts'

/** Uploads a picture to the server at `address`, waits until it is checked and returns its id. */
export async function uploadPicture(
  address: string,
  key: string,
  person: TestBrowser,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const id = randomUUID()
  const send = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
    const answer = await fetch(`${address}/api/uploads${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', origin: address, 'x-attune-key': key, cookie: person.cookies(), ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })
    if (!answer.ok) throw new Error(`the picture could not be sent: ${answer.status}`)
  }
  const metadata = Object.entries({ id, name, kind: 'image' })
  await send('POST', '', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata.map(([what, value]) => `${what} ${Buffer.from(value).toString('base64')}`).join(','),
  })
  await send('PATCH', `/${id}`, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, bytes)
  for (let attempts = 600; attempts > 0; attempts--) {
    const [file] = (await person.api.file.mine({ ids: [id] })).items
    if (file?.state === 'ready') return id
    if (file?.refusal) throw new Error(`the picture was refused: ${file.refusal}`)
    await pause(100)
  }
  throw new Error('the picture was not checked in time')
}
