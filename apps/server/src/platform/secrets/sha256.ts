import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Returns the SHA-256 of a text in UTF-8 or of bytes, in lower-case hexadecimal digits. */
export const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Returns the SHA-256 of a stream's content, in the same form as `sha256Of`. */
export async function sha256OfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}

/** Returns the SHA-256 of a file like `sha256Of`. Reads the file as a stream. Throws ENOENT if there is no file. */
export const sha256OfFile = (path: string): Promise<string> => sha256OfStream(createReadStream(path))

/** Returns the SHA-256 of a file; null if there is no file. */
export const sha256OfFileIfAny = (path: string): Promise<string | null> =>
  sha256OfFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
