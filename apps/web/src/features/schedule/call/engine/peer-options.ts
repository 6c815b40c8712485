import type { LineSample } from './line-sample.ts'
import type { PeerSignal } from './peer-signal.ts'
import type { LineCertificates, SafetyMessage } from './safety/call-safety.ts'
import type { SentLimits, SentTracks } from './sent-media.ts'

/**
 * `connected` only after the first picture or sound arrives, because the browser reports a line as connected before its encryption is established.
 */
export type PeerLine = 'connecting' | 'blocked' | 'connected' | 'lost'

export type PeerOptions = {
  /** The peer ids of this page and of the other. The lower one is polite: it gives way when both offer. */
  self: string
  other: string
  certificate: RTCCertificate | null
  configuration: () => RTCConfiguration
  tracks: () => SentTracks
  limits: () => SentLimits
  send: (data: PeerSignal) => void
  /** Whether the other person has switched on any media. If not, no bytes are expected. */
  expectsMedia: () => boolean
  /** Whether signals reach the other side now. */
  canSignal: () => boolean
  onStream: (stream: MediaStream) => void
  onLine: (line: PeerLine) => void
  onSample: (sample: LineSample) => void
  /** Called once a second with the certificates that the connected line uses. */
  onCertificates: (certificates: LineCertificates) => void
  onSafety: (message: SafetyMessage) => void
}
