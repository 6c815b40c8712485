import type { CallId } from '@attune/contract/common/ids'
import type { CallPeer } from '@attune/contract/features/schedule/call/call.rules'
import type { PeerLine } from './peer-options.ts'
import type { CallEnd, SocketEntry } from './signalling.ts'

/** The answer of the server to a person who joins. */
export type CallEntry = {
  callId: CallId
  ticket: string
  isTherapist: boolean
  relayOnly: boolean
  iceServers: RTCIceServer[]
}

/** The requests to the server that the browser needs for a call. */
export type CallServer = {
  join: () => Promise<CallEntry>
  /** Returns fresh credentials of the relay. */
  iceServers: (callId: CallId) => Promise<RTCIceServer[]>
  address: (entry: SocketEntry) => string
}

/** Another person in the call. */
export type OtherPerson = CallPeer & {
  stream: MediaStream | null
  line: PeerLine
  isWeak: boolean
  isSpeaking: boolean
  /** Whether this person's browser has paused their picture, because their line is weak. */
  isPaused: boolean
  /** Whether this person's part of the safety number does not match, or their certificate has changed. Someone may then be intercepting the line. */
  isUnsafe: boolean
}

type CallPhase = 'joining' | 'waiting' | 'inCall' | 'ended'

export type CallState = {
  phase: CallPhase
  entry: CallEntry
  /** The reason why the call ended; null while it lasts and after leaving. */
  end: CallEnd | null
  /** Whether the therapist has asked for five more minutes. */
  isAskedToWait: boolean
  /** Whether the server can be reached. Picture and sound may continue without it. */
  isOnline: boolean
  others: OtherPerson[]
  /** The number that all people of the call see; null while it is being agreed. */
  safetyNumber: string | null
  /** Whether this person's own picture is paused, because their line is weak. */
  isPaused: boolean
  /** Whether this person may share their screen. */
  mayShare: boolean
  /** Whether the therapist lets the clients share their screen. */
  clientsShare: boolean
}

/** Returns a person about whom only the server's data is known so far. */
export const newPerson = (person: CallPeer): OtherPerson => ({
  ...person,
  stream: null,
  line: 'connecting',
  isWeak: false,
  isSpeaking: false,
  isPaused: person.media.isPaused ?? false,
  isUnsafe: false,
})
