/** Something written, as it lies in the browser: without the key of the account it says nothing but its length. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

const algorithm = 'AES-GCM'
const about = (name: string) => new TextEncoder().encode(name)

/** Takes a key of 256 bits in base64 so that no script can read it again, only use it. */
export function importKey(base64: string): Promise<CryptoKey> {
  const bits = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bits, algorithm, false, ['encrypt', 'decrypt'])
}

/** Seals a value under a name: it opens under no other. */
export async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return { iv, bytes: await crypto.subtle.encrypt({ name: algorithm, iv, additionalData: about(name) }, key, plain) }
}

/** The value again; throws where the key or the name is another, or a bit was changed. */
export async function unseal(key: CryptoKey, name: string, { iv, bytes }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: algorithm, iv, additionalData: about(name) }, key, bytes)
  return JSON.parse(new TextDecoder().decode(plain))
}
