import { z } from 'zod'
import { Act, Command, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Instant } from '../common/time.ts'
import { ChangeRequest, Duration, PAST, Reason, Session, SLOT } from './session.shapes.ts'
import { ChangeState, SessionStatus } from './session.states.ts'

const Outcome = z.strictObject({ change: ChangeRequest, session: Session })
const WithReason = z.strictObject({ id: Id, command: Command, reason: Reason.default('') })
const time = { startsAt: Instant, durationMinutes: Duration }
/** The session cannot be changed any more, or the request has been answered: the states that they are in now. */
const STEP = {
  ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: SessionStatus, state: ChangeState.nullable() }) },
} as const
const ASK = { ...STEP, CHANGE_OPEN: { status: 409 } } as const

/** What a client asks of a session that stands: another time, or to cancel it. One at a time for each session and client. */
export const changeRequest = {
  askMove: procedure
    .input(z.strictObject({ id: Id, sessionId: Id, ...time, reason: Reason.default('') }))
    .output(Outcome)
    .errors({ ...ASK, ...SLOT, ...PAST, NOT_OFFERED: { status: 409 } }),
  /** Answered at once where the therapist accepts early cancels and it is early. */
  askCancel: procedure
    .input(z.strictObject({ id: Id, sessionId: Id, reason: Reason.default('') }))
    .output(Outcome)
    .errors(ASK),
  withdraw: procedure.input(Act).output(Outcome).errors(STEP),
  accept: procedure
    .input(z.strictObject({ id: Id, command: Command, anyway: z.boolean().default(false) }))
    .output(Outcome)
    .errors({ ...STEP, ...SLOT }),
  decline: procedure.input(WithReason).output(Outcome).errors(STEP),
  counter: procedure
    .input(z.strictObject({ id: Id, command: Command, ...time, reason: Reason.default('') }))
    .output(Outcome)
    .errors({ ...STEP, ...PAST }),
  acceptCounter: procedure
    .input(Act)
    .output(Outcome)
    .errors({ ...STEP, ...SLOT }),
  declineCounter: procedure.input(WithReason).output(Outcome).errors(STEP),
}
