import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { sha256OfStream } from '../../secrets/sha256.ts'
import { StartError } from '../../process/start-error.ts'
import { countBytes } from '../count-bytes.ts'

/**
 * Stores an object, reads it back and compares both by hash, because a store may confirm an object that it has lost. Deletes the object and throws a
 * StartError if they differ. Calls `report` with the number of bytes of each sent piece. Memory use does not grow with the object.
 */
export async function putVerified(
  store: ObjectStore,
  key: string,
  body: Readable,
  report: (bytes: number) => void = () => {},
): Promise<void> {
  const sent = createHash('sha256')
  const hashing = countBytes(report, (chunk) => void sent.update(chunk))
  body.on('error', (error) => hashing.destroy(error))
  await store.put(key, body.pipe(hashing)).finally(() => body.destroy())
  if ((await sha256OfStream(await store.get(key))) === sent.digest('hex')) return
  await store.delete(key)
  throw new StartError(`The destination didn't keep ${key} as it was sent.`)
}
