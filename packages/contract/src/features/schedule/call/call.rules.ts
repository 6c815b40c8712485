import type { ClientId } from '../../../common/ids.ts'
import { joinCallAfterMinutes, joinCallBeforeMinutes } from '../../../common/constants.ts'

/** The maximum number of people in a call, the therapist included. Each browser sends its picture and sound to each of the other browsers. */
export const maxPeople = 4

/** The maximum number of clients of a session with a call in Attune. A session with more clients uses the therapist's own link. */
export const maxCallClients = maxPeople - 1

/**
 * The number of minutes after the last contact with a person's browser during which the person can return to the call without being admitted again.
 */
export const admittedMinutes = 10

/** The maximum number of simultaneous calls in a practice. */
export const maxLiveCalls = 20

/** Limits of the socket of a call: bytes of a frame and of its data, and the frames that a browser may send per second and at once. */
export const callSocketLimits = {
  frameBytes: 65_536,
  dataBytes: 32_768,
  perSecond: 30,
  burst: 120,
  floor: -200,
} as const

/** The codes with which the server closes the socket of a call. With any other code, the browser connects again. */
export const callCloseCodes = {
  /** The login has ended or is locked. */
  signedOut: 4401,
  /** The session was cancelled, or the person may no longer take part. */
  notAllowed: 4403,
  /** The same person has joined in another window or on another device. */
  takenOver: 4409,
  /** The therapist has ended the call. */
  ended: 4410,
  /** The therapist has removed the person. */
  removed: 4411,
  /** The browser has sent too many frames. */
  tooMany: 4429,
} as const

/**
 * The devices that a person has switched on. The other browsers use this state to show a change, because the media show it only seconds later.
 * `isPaused`: the picture is not sent, because the connection is weak.
 */
export type MediaState = { camera: boolean; microphone: boolean; screen: boolean; isPaused?: boolean }

/**
 * A person in the call. `peer` is an id of the page and new with each reload; `person` is the same on each device. `relayOnly`: the others reach this
 * person only through the relay, also in a call that is direct for the rest.
 */
export type CallPeer = {
  peer: string
  person: string
  name: string
  isTherapist: boolean
  media: MediaState
  relayOnly?: boolean
}

/** A frame from the browser. `data` is only for the browser of `to`: the server passes it on unchanged. */
export type CallClientFrame =
  | { type: 'heartbeat' }
  | { type: 'signal'; to: string; data: unknown }
  | { type: 'state'; media: MediaState }
  | { type: 'leave' }

/**
 * A frame from the server. `welcome` comes first; `resume` opens the next socket of the same page without a new ticket. The server sends `waiting` or
 * `admitted` when the person begins to wait or is admitted; peers and signals come only after `admitted`. `later`: the therapist asks for five more
 * minutes.
 */
export type CallServerFrame =
  | { type: 'welcome'; self: string; resume: string }
  | { type: 'heartbeat' }
  | { type: 'waiting' }
  | { type: 'later' }
  | { type: 'admitted' }
  | { type: 'present'; peers: CallPeer[] }
  | { type: 'state'; peer: string; media: MediaState }
  | { type: 'signal'; from: string; data: unknown }
  | { type: 'left'; peer: string }
  /** Whether clients may share their screen. */
  | { type: 'sharing'; isAllowed: boolean }

/** Returns the path of the socket of a call: for the first socket with a ticket, for later ones with the secret from the server's frame `welcome`. */
export const callSocketPath = (entry: { ticket: string } | { resume: string }): string =>
  `/api/call?${new URLSearchParams(entry)}`

/** The search parameters of a call's address in the app, with the client for whom a guardian takes part. Empty for all others. */
export const callSearch = (actingFor: ClientId | null) => (actingFor ? { for: actingFor } : {}) as object

/** Returns the client of `callSearch` from an address. The server refuses everyone who does not act for this client. */
export const readCallSearch = ({ for: client }: { for?: unknown }): ClientId | null =>
  typeof client === 'string' ? (client as ClientId) : null

export type CallTimes = { startsAt: string; endsAt: string }

/** Whether a call can be joined at `now`: from 15 minutes before the start until 60 minutes after the end of the session. */
export function isCallOpen({ startsAt, endsAt }: CallTimes, now: Date): boolean {
  const at = now.getTime()
  return (
    at >= Date.parse(startsAt) - joinCallBeforeMinutes * 60_000 &&
    at < Date.parse(endsAt) + joinCallAfterMinutes * 60_000
  )
}

/** Whether a call with a client took place and the therapist has left it, so that the session can be completed. */
export const hasMet = (times: readonly { isTherapist: boolean; leftAt: string | null }[]): boolean =>
  times.some(({ isTherapist }) => !isTherapist) &&
  times.some(({ isTherapist, leftAt }) => isTherapist && leftAt !== null)
