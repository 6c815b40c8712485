const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function hash(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** Writes a fingerprint in one form, because browsers differ in upper and lower case. */
export const plainFingerprint = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase()

export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(16)))

/** The commitment to a nonce. It names the certificate of its page, so that no one can pass off the commitment of another page as their own. */
export const commitmentOf = async (nonce: string, fingerprint: string): Promise<string> =>
  hex(await hash(`c|${nonce}|${plainFingerprint(fingerprint)}`))

/**
 * Returns the safety number of a call, 4 × 3 digits. It depends on the certificates of all people, as the lines of one page use them, and on the
 * nonces of all. The order of both does not matter, so that each page gets the same number unless someone intercepts a line.
 */
export async function safetyNumber(fingerprints: readonly string[], nonces: readonly string[]): Promise<string> {
  const digest = new DataView((await hash(`${sorted(fingerprints.map(plainFingerprint))}||${sorted(nonces)}`)).buffer)
  return [0, 2, 4, 6].map((at) => String(digest.getUint16(at) % 1000).padStart(3, '0')).join(' ')
}

const sorted = (texts: readonly string[]) => texts.toSorted().join('|')
