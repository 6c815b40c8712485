import { isSafetyMessage, type SafetyMessage } from './safety/call-safety.ts'

/**
 * A message from one browser to another through the server. `round` counts the connections that have replaced an earlier one: a signal of an earlier
 * round is dropped, and a description of a later round replaces the connection of this side. Messages about the safety number are accepted in any
 * round.
 */
export type PeerSignal = { round: number } & (
  | { hello: true }
  | { description: { type: RTCSdpType; sdp: string } }
  | { candidate: RTCIceCandidateInit | null }
  | { restart: true }
  | { renew: true }
  | { safety: SafetyMessage }
)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads a signal of another browser; null if the data is not a signal. The server passes signals on unchanged, so they may contain anything. */
export function peerSignal(data: unknown): PeerSignal | null {
  if (!isObject(data) || !Number.isInteger(data.round)) return null
  const { description, candidate, safety } = data
  const isKnown =
    data.hello === true ||
    data.restart === true ||
    data.renew === true ||
    candidate === null ||
    (isObject(candidate) && typeof candidate.candidate === 'string') ||
    (isObject(description) && typeof description.type === 'string' && typeof description.sdp === 'string') ||
    isSafetyMessage(safety)
  return isKnown ? (data as PeerSignal) : null
}
