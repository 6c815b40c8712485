import { z } from 'zod'
import { CallId, ClientId, SessionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { CallName, CallRoom, IceServers, JOIN_REFUSALS, JoinedCall, TimeInCall, Whereabouts } from './call.schemas.ts'

const ofSession = { actingFor: ClientId, sessionId: SessionId }

/**
 * The calls of a client, which a guardian with the right to the client's sessions joins as a separate person. A session that the therapist keeps from
 * guardians is unknown to them.
 */
export const guardianCalls = {
  /**
   * Starts the call of a session or joins it for a client, as `call.join`. Refuses as `call.join` does, with NO_CALL also if the client has not
   * accepted the session, and with NO_RELAY also if the client or another guardian can be in the call and the server has no relay.
   */
  joinFor: write
    .input(z.strictObject({ ...ofSession, whereabouts: Whereabouts.optional(), callName: CallName.optional() }))
    .output(JoinedCall)
    .errors(JOIN_REFUSALS),
  /** The data of the page before the call. */
  roomFor: read.input(z.strictObject(ofSession)).output(CallRoom),
  /** Servers with fresh credentials, as `call.iceServers`. */
  iceServersFor: read
    .input(z.strictObject({ actingFor: ClientId, callId: CallId }))
    .output(z.strictObject({ items: IceServers, relayOnly: z.boolean() })),
  /** The guardian's own time in the calls of a session. */
  ofSessionFor: read.input(z.strictObject(ofSession)).output(z.strictObject({ items: z.array(TimeInCall) })),
}
