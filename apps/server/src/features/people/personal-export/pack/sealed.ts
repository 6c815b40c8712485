import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM } from 'node:crypto'
import { type Readable, pipeline } from 'node:stream'

const algorithm = 'aes-256-gcm'

/** The key of one export, which is used for one file. */
export type ExportKey = { key: Buffer; nonce: Buffer }

export const createExportKey = (): ExportKey => ({ key: randomBytes(32), nonce: randomBytes(12) })

/** Encrypts a stream. If the stream fails, so does the result. `tag()` returns the tag of the whole content once the result has ended. */
export function sealStream({ key, nonce }: ExportKey, plain: Readable): { sealed: Readable; tag: () => Buffer } {
  const cipher: CipherGCM = createCipheriv(algorithm, key, nonce)
  // A failure reaches the reader of `cipher`, which the pipeline destroys with the error.
  pipeline(plain, cipher, () => {})
  return { sealed: cipher, tag: () => cipher.getAuthTag() }
}

/** Decrypts the result of `sealStream`. The stream fails at its end if the bytes were changed or cut, so that the download breaks off. */
export function openSealedStream({ key, nonce, tag }: ExportKey & { tag: Buffer }, sealed: Readable): Readable {
  const decipher = createDecipheriv(algorithm, key, nonce).setAuthTag(tag)
  pipeline(sealed, decipher, () => {})
  return decipher
}
