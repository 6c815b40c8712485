import { z } from 'zod'
import { CallId, Done, EmptyInput, PersonId, SessionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { guardianCalls } from './call.guardian.ts'
import {
  CallRoom,
  IceServers,
  JoinedCall,
  CallName,
  JOIN_REFUSALS,
  TimeInCall,
  WaitingPerson,
  Whereabouts,
} from './call.schemas.ts'

const ofSession = z.strictObject({ sessionId: SessionId })
const ofCall = z.strictObject({ callId: CallId })
const ofPerson = z.strictObject({ callId: CallId, personId: PersonId })

/** The tables of this feature that a browser can subscribe to. */
export const callTables = {
  call: { table: 'video_call', filters: ['therapist_id', 'session_id'] },
  call_person: { table: 'video_call_person', filters: ['therapist_id', 'session_id'] },
} as const satisfies RealtimeTables

/** Video calls in Attune. Pictures and sound go from browser to browser; the server records only the people who take part and their times. */
export const call = {
  ...guardianCalls,
  /**
   * Starts the call of a session or joins it. A client waits until the therapist admits them. Refuses with:
   * - NO_CALL if the session has no call in Attune, is not booked, or was not accepted by the client
   * - NOT_OPEN_YET before, and OVER after the time in which the call can be joined
   * - REMOVED if the therapist has removed the person from this call
   * - TOO_MANY_CALLS if the practice has as many calls as it may have at once
   * - NO_RELAY if the call needs a relay and the server has none
   */
  join: write
    .input(z.strictObject({ sessionId: SessionId, whereabouts: Whereabouts.optional(), callName: CallName.optional() }))
    .output(JoinedCall)
    .errors(JOIN_REFUSALS),
  /** The data of the page before the call. */
  room: read.input(ofSession).output(CallRoom),
  /** Lets a waiting person into the acting therapist's call. Refuses with FULL if `maxPeople` people are in the call. */
  admit: write
    .input(ofPerson)
    .output(Done)
    .errors({ FULL: { status: 409 } }),
  /** Tells a waiting person that the therapist needs five more minutes. */
  askToWait: write.input(ofPerson).output(Done),
  /** Removes a person from the acting therapist's call, for as long as the call lasts. */
  remove: write.input(ofPerson).output(Done),
  /** Lets the clients of the acting therapist's call share their screen, or forbids it. */
  allowSharing: write.input(z.strictObject({ callId: CallId, isAllowed: z.boolean() })).output(Done),
  /** Ends the acting therapist's call for all. */
  end: write.input(ofCall).output(Done),
  /** The clients who wait to be admitted by the acting therapist. */
  waiting: read.input(EmptyInput).output(z.strictObject({ items: z.array(WaitingPerson) })),
  /** Servers with fresh credentials, for the browser's next attempt to connect. */
  iceServers: read.input(ofCall).output(z.strictObject({ items: IceServers, relayOnly: z.boolean() })),
  /** The times in the calls of a session: those of all people for the therapist, only their own for a client. */
  ofSession: read.input(ofSession).output(z.strictObject({ items: z.array(TimeInCall) })),
}
