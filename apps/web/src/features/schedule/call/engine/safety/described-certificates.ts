import type { LineCertificates } from './call-safety.ts'

/**
 * The certificates that the descriptions of a connection name, for a browser that does not report the certificates in use (Firefox). The browser lets
 * no line connect with a certificate that the applied description does not name. A server could apply a second description after that, so the named
 * certificates count only while all descriptions of a connection have named one and the same certificate.
 */
export class DescribedCertificates {
  readonly #others = new Set<string | null>()

  /** Takes a description of the other side. Call it before the browser applies the description. */
  add(sdp: string): void {
    this.#others.add(fingerprintIn(sdp))
  }

  /**
   * Returns the fingerprints of both sides, this page's from `ownSdp`. Returns null if a description is missing, or names no fingerprint or several,
   * or if the descriptions of the other side name different ones.
   */
  read(ownSdp: string | undefined): LineCertificates | null {
    const own = ownSdp === undefined ? null : fingerprintIn(ownSdp)
    const [other] = this.#others
    return own && other && this.#others.size === 1 ? { own, other } : null
  }
}

const line = /^a=fingerprint:(\S+)[ \t]+(\S+)/gim

/**
 * Returns the fingerprint in a description, in the notation of connection statistics. Returns null if the description contains no fingerprint or
 * several, or if the only one is not SHA-256.
 */
function fingerprintIn(sdp: string): string | null {
  const found = new Set([...sdp.matchAll(line)].map(([, kind = '', digits = '']) => `${kind} ${digits}`.toUpperCase()))
  const [first] = found
  return found.size === 1 && first?.startsWith('SHA-256 ') ? first.slice('SHA-256 '.length) : null
}
