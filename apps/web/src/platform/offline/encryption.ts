/** An encrypted value in the browser. Without the key of the account, only the length of the value is known. */
export type EncryptedValue = {
  /** The random initialization vector. */
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const algorithm = 'AES-GCM'
const additionalData = (name: string) => new TextEncoder().encode(name)

/** Imports a 256-bit key in base64. Scripts can use the key, but not read it. */
export function importEncryptionKey(base64: string): Promise<CryptoKey> {
  const bits = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bits, algorithm, false, ['encrypt', 'decrypt'])
}

/**
 * Encrypts a value with AES-GCM. The encryption includes the name: the value cannot be decrypted under another name.
 */
export const encrypt = (key: CryptoKey, name: string, value: unknown): Promise<EncryptedValue> =>
  encryptBytes(key, name, new TextEncoder().encode(JSON.stringify(value)))

/** Decrypts a value. Throws if the key or the name is different, or if the bytes were changed. */
export const decrypt = async (key: CryptoKey, name: string, value: EncryptedValue): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await decryptBytes(key, name, value)))

/** Encrypts bytes in the same way as `encrypt` encrypts a value. */
export async function encryptBytes(key: CryptoKey, name: string, plain: BufferSource): Promise<EncryptedValue> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return {
    iv,
    bytes: await crypto.subtle.encrypt({ name: algorithm, iv, additionalData: additionalData(name) }, key, plain),
  }
}

/** Decrypts bytes. Throws if the key or the name is different, or if the bytes were changed. */
export const decryptBytes = (key: CryptoKey, name: string, { iv, bytes }: EncryptedValue): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: algorithm, iv, additionalData: additionalData(name) }, key, bytes)
