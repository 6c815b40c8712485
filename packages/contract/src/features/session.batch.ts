import { z } from 'zod'
import { Command, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Instant } from '../common/time.schemas.ts'
import { Conflict, Reason, SessionStatus } from './session.schemas.ts'

/** The result of a command on many sessions: those that it changed, and the others with their conflicts. */
const SessionBatchResult = z.strictObject({
  done: z.array(Id),
  left: z.array(z.strictObject({ id: Id, status: SessionStatus, conflicts: z.array(Conflict) })),
})
export type SessionBatchResult = z.infer<typeof SessionBatchResult>

/** An absence lists at most this many affected sessions. */
const maxBatchSize = 100
const commandAndReason = { command: Command, reason: Reason.default('') }

/** Commands on many sessions at once. Each client is notified once. */
export const sessionBatch = {
  /** Cancels sessions, and denies those that are still requests. */
  cancelTogether: procedure
    .input(z.strictObject({ ids: z.array(Id).min(1).max(maxBatchSize), ...commandAndReason }))
    .output(SessionBatchResult),
  /** Moves sessions, each to its own time. They do not conflict with each other's old times. */
  moveTogether: procedure
    .input(
      z.strictObject({
        moves: z
          .array(z.strictObject({ id: Id, startsAt: Instant }))
          .min(1)
          .max(maxBatchSize),
        ...commandAndReason,
      }),
    )
    .output(SessionBatchResult),
}
