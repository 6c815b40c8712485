import type { CallId, LoginId, PersonId, SessionId } from '@attune/contract/common/ids'
import {
  callCloseCodes,
  callSocketLimits as limits,
  type CallPeer,
  type CallServerFrame,
  type MediaState,
} from '@attune/contract/features/schedule/call/call.rules'
import type { WebSocket } from 'ws'
import type { PersonActor } from '../../../../platform/database/actor.ts'

/** A page in a call at this node. `socket` is null while it is lost; the page stays a member for a while, because its audio and video continue. */
export type Member = {
  readonly call: CallId
  readonly sessionId: SessionId
  readonly peer: string
  readonly person: PersonId
  readonly name: string
  readonly isTherapist: boolean
  /** Whether the other people reach this person only through the relay. The value can change to true during the call, but never back to false. */
  relayOnly: boolean
  readonly actor: PersonActor
  readonly login: LoginId
  /** The time at which the page joined. Of two pages of the same person, the one that joined later stays. */
  readonly joinedAt: number
  /**
   * The time at which the page opened its socket, in milliseconds since 1970. If two nodes have the page, it belongs to the node with the later
   * socket.
   */
  connectedAt: number
  socket: WebSocket | null
  media: MediaState
  isAdmitted: boolean
  isAskedToWait: boolean
  clientsShare: boolean
  /** The last check of the person's right to be in the call. `isCheckDue` is true until the check begins. */
  check: Promise<void>
  isCheckDue: boolean
  /** The time of the last frame or pong, in milliseconds of `performance.now()`, as are the times below. */
  heardAt: number
  lostAt: number
  /** The time up to which the stay of the person is stored. */
  storedAt: number
  /** The last storing of the stay. Never rejects. */
  stored: Promise<void>
  /** The number of frames that the page may still send. `refilledAt` is the time at which the number was last increased. */
  frames: number
  refilledAt: number
}

export const peerOf = ({ peer, person, name, isTherapist, relayOnly, media }: Member): CallPeer => ({
  peer,
  person,
  name,
  isTherapist,
  media,
  ...(relayOnly && { relayOnly }),
})

/** Sends a frame to a page. Does nothing while its socket is lost. */
export function sendToMember({ socket }: Member, frame: CallServerFrame): void {
  if (socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(frame))
}

/**
 * Whether a page may send a further frame. Frames above the limit are dropped; a page that keeps sending them reaches `limits.floor` and loses its
 * socket.
 */
export function takeFrame(member: Member, now: number): 'taken' | 'dropped' | 'tooMany' {
  const refilled = member.frames + ((now - member.refilledAt) / 1_000) * limits.perSecond
  member.frames = Math.min(refilled, limits.burst) - 1
  member.refilledAt = now
  if (member.frames <= limits.floor) return 'tooMany'
  return member.frames < 0 ? 'dropped' : 'taken'
}

/** Closes the socket of a page for good. */
export function closeMember(member: Member, reason: keyof typeof callCloseCodes): void {
  const { socket } = member
  member.socket = null
  socket?.close(callCloseCodes[reason])
  if (socket) setTimeout(() => socket.terminate(), 1_000).unref()
}
