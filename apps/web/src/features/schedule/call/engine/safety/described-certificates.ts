import type { LineCertificates } from './call-safety.ts'

/**
 * The certificates of a connection as its descriptions name them, for a browser that does not report those in use (Firefox). The browser lets no line
 * connect with a certificate that the applied description does not name. A server could apply a second description after that, so they count only while
 * all descriptions of a connection have named one and the same certificate.
 */
export class DescribedCertificates {
  readonly #others = new Set<string | null>()

  /** Takes a description of the other side. Call it before the browser applies the description. */
  add(sdp: string): void {
    this.#others.add(fingerprintIn(sdp))
  }

  /** Returns the fingerprints, with that of the own description; null if a description names none, several, or another one than the others. */
  read(ownSdp: string | undefined): LineCertificates | null {
    const own = ownSdp === undefined ? null : fingerprintIn(ownSdp)
    const [other] = this.#others
    return own && other && this.#others.size === 1 ? { own, other } : null
  }
}

const line = /^a=fingerprint:(\S+)[ \t]+(\S+)/gim

/** Returns the only fingerprint in a description, as statistics write it. Null if there is none, or more than one, or of another kind than SHA-256. */
function fingerprintIn(sdp: string): string | null {
  const found = new Set([...sdp.matchAll(line)].map(([, kind = '', digits = '']) => `${kind} ${digits}`.toUpperCase()))
  const [first] = found
  return found.size === 1 && first?.startsWith('SHA-256 ') ? first.slice('SHA-256 '.length) : null
}
