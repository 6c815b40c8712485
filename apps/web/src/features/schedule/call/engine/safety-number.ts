/** A message of the exchange. Each side commits to its nonce before it learns the other's, so that nobody can search for equal numbers. */
export type SafetyMessage = { commitment: string } | { nonce: string }

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function hash(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** Writes a fingerprint in one form, because browsers differ in upper and lower case. */
const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase()

export const commitmentOf = async (nonce: string, fingerprint: string): Promise<string> =>
  hex(await hash(`c|${nonce}|${plain(fingerprint)}`))

/** The number of 4 × 3 digits that both people can read to each other. The order of the two sides does not matter. */
export async function safetyNumber(fingerprints: [string, string], nonces: [string, string]): Promise<string> {
  const digest = new DataView((await hash(`${sorted(fingerprints.map(plain))}||${sorted(nonces)}`)).buffer)
  return [0, 2, 4, 6].map((at) => String(digest.getUint16(at) % 1000).padStart(3, '0')).join(' ')
}

const sorted = (texts: string[]) => texts.toSorted().join('|')

/**
 * Makes the safety number with one other browser. `own` and `other` are the fingerprints of the certificates that the encrypted line really uses,
 * never those of the signals. Messages may be lost: `messages()` is sent again each second until the number is there.
 */
export class SafetyExchange {
  readonly #own: string
  readonly #other: string
  readonly #nonce = hex(crypto.getRandomValues(new Uint8Array(16)))
  #theirCommitment: string | null = null
  number: string | null = null
  /** The other side did not keep its commitment, so someone may be in between. */
  isBroken = false

  constructor(own: string, other: string) {
    this.#own = own
    this.#other = other
  }

  /** The messages of this side until it knows the number. */
  async messages(): Promise<SafetyMessage[]> {
    if (this.number !== null || this.isBroken) return []
    const commitment = await commitmentOf(this.#nonce, this.#own)
    return this.#theirCommitment === null ? [{ commitment }] : [{ commitment }, { nonce: this.#nonce }]
  }

  /** Takes a message of the other side and returns the answer to it. */
  async receive(message: SafetyMessage): Promise<SafetyMessage[]> {
    if (this.isBroken) return []
    if ('commitment' in message) {
      if (this.#theirCommitment !== null && this.#theirCommitment !== message.commitment) return this.#break()
      this.#theirCommitment = message.commitment
      return [{ nonce: this.#nonce }]
    }
    if (this.#theirCommitment === null || this.number !== null) return []
    if ((await commitmentOf(message.nonce, this.#other)) !== this.#theirCommitment) return this.#break()
    this.number = await safetyNumber([this.#own, this.#other], [this.#nonce, message.nonce])
    return []
  }

  #break(): SafetyMessage[] {
    this.isBroken = true
    this.number = null
    return []
  }
}
