import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A private key in the form of age, `AGE-SECRET-KEY-1…`, and its public half, `age1…`. */
export type AgeKey = { identity: string; recipient: string }

export async function createAgeKey(): Promise<AgeKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/**
 * Encrypts bytes to public keys in the format of age (https://age-encryption.org/v1), so that each of their private keys can decrypt them. If the
 * stream fails, the result is truncated, and `decryptWith` rejects it.
 */
export async function encryptTo(recipients: readonly string[], plain: Readable): Promise<Readable> {
  if (recipients.length === 0) throw new Error('There is no key to encrypt to.')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>)
  return Readable.fromWeb(encrypted as ReadableStream<Uint8Array>)
}

/**
 * Decrypts the output of `encryptTo` with one of the private keys. Throws if none of them fits. The returned stream fails at its end if the bytes
 * were changed or truncated, so its content is valid only after the end.
 */
export async function decryptWith(identities: readonly string[], encrypted: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>)
  return Readable.fromWeb(plain as ReadableStream<Uint8Array>)
}

/** Returns the public half of a private key. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity)

/** Whether a text is a public key of age, `age1…`. */
export function isAgeRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

const [chunkBytes, tagBytes] = [65_536, 16]
/** The sizes in bytes of the first and last line of the header together, of each recipient in the header, and of the salt after the header. */
const [frameBytes, recipientBytes, saltBytes] = [22 + 48, 98, 16]

/** Returns the size of the output of `encryptTo` for a number of bytes. */
export const encryptedSize = (plainBytes: number, recipients: number): number =>
  frameBytes +
  recipients * recipientBytes +
  saltBytes +
  plainBytes +
  tagBytes * Math.max(1, Math.ceil(plainBytes / chunkBytes))
