import { z } from 'zod'
import { Command, SessionId } from '../../../common/ids.ts'
import { write } from '../../../common/procedure.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { Conflict, Reason, SessionStatus } from './session.schemas.ts'

/**
 * The result of a command on many sessions. `done` lists the sessions that changed. `left` lists the sessions that did
 * not change, with the conflicts that prevented the change.
 */
const SessionBatchResult = z.strictObject({
  done: z.array(SessionId),
  left: z.array(z.strictObject({ id: SessionId, status: SessionStatus, conflicts: z.array(Conflict) })),
})
export type SessionBatchResult = z.infer<typeof SessionBatchResult>

/** The maximum number of sessions per command, at least as many as the affected sessions that `saveAbsence` returns (`maxListed` on the server). */
const maxBatchSize = 100
const commandAndReason = { command: Command, reason: Reason.default('') }

/** Commands on many sessions at once. Each client gets one notification about all their sessions. */
export const sessionBatch = {
  /** Cancels sessions. Denies the sessions that are still unconfirmed requests. */
  cancelMany: write
    .input(z.strictObject({ ids: z.array(SessionId).min(1).max(maxBatchSize), ...commandAndReason }))
    .output(SessionBatchResult),
  /** Moves each session to its own new time. The old time of a moved session does not conflict with the new times. */
  moveMany: write
    .input(
      z.strictObject({
        moves: z
          .array(z.strictObject({ id: SessionId, startsAt: Instant }))
          .min(1)
          .max(maxBatchSize),
        ...commandAndReason,
      }),
    )
    .output(SessionBatchResult),
}
