import { z } from 'zod'
import { byIdWithCommand, ChangeRequestId, Command, SessionId } from '../../../common/ids.ts'
import { write } from '../../../common/procedure.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import {
  ChangeRequest,
  Duration,
  IN_THE_PAST,
  Reason,
  Session,
  SLOT_TAKEN,
  THERAPIST_UNREACHABLE,
  TIME_REFUSALS,
  ChangeRequestState,
  SessionStatus,
} from '../session/session.schemas.ts'

const Outcome = z.strictObject({ change: ChangeRequest, session: Session })
const WithReason = z.strictObject({ id: ChangeRequestId, command: Command, reason: Reason.default('') })
const time = { startsAt: Instant, durationMinutes: Duration }
/**
 * The refusal of an action because the session can no longer change or the request is already answered. Contains the current states of the
 * session and of the request.
 */
const ILLEGAL_CHANGE = {
  ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus, state: ChangeRequestState.nullable() }) },
} as const
const ASK = { ...ILLEGAL_CHANGE, CHANGE_OPEN: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const changeRequestTables = {
  change_requests: { table: 'change_request', filters: ['id', 'session_id', 'therapist_id', 'state'] },
} as const satisfies RealtimeTables

/** A client's requests to move or cancel a session. Each client can have one open request per session. */
export const changeRequest = {
  askMove: write
    .input(z.strictObject({ id: ChangeRequestId, sessionId: SessionId, ...time, reason: Reason.default('') }))
    .output(Outcome)
    .errors({ ...ASK, ...SLOT_TAKEN, ...TIME_REFUSALS }),
  /**
   * Requests a cancellation. The server accepts the request at once if the cancellation is not late by the therapist's terms and the therapist
   * accepts early cancellations automatically. Refuses with CHANGE_OPEN if the client has another open request for the session.
   */
  askCancel: write
    .input(z.strictObject({ id: ChangeRequestId, sessionId: SessionId, reason: Reason.default('') }))
    .output(Outcome)
    .errors(ASK),
  withdraw: write.input(byIdWithCommand(ChangeRequestId)).output(Outcome).errors(ILLEGAL_CHANGE),
  accept: write
    .input(z.strictObject({ id: ChangeRequestId, command: Command, anyway: z.boolean().default(false) }))
    .output(Outcome)
    .errors({ ...ILLEGAL_CHANGE, ...SLOT_TAKEN }),
  decline: write.input(WithReason).output(Outcome).errors(ILLEGAL_CHANGE),
  counter: write
    .input(z.strictObject({ id: ChangeRequestId, command: Command, ...time, reason: Reason.default('') }))
    .output(Outcome)
    .errors({ ...ILLEGAL_CHANGE, ...IN_THE_PAST }),
  acceptCounter: write
    .input(byIdWithCommand(ChangeRequestId))
    .output(Outcome)
    .errors({ ...ILLEGAL_CHANGE, ...SLOT_TAKEN, ...THERAPIST_UNREACHABLE }),
  declineCounter: write.input(WithReason).output(Outcome).errors(ILLEGAL_CHANGE),
}
