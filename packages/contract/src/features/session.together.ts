import { z } from 'zod'
import { Command, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Instant } from '../common/time.ts'
import { Conflict, Reason } from './session.shapes.ts'
import { SessionStatus } from './session.states.ts'

/** Of sessions that one act was to change together: those that it did, and of the others what stands in the way. */
const Together = z.strictObject({
  done: z.array(Id),
  left: z.array(z.strictObject({ id: Id, status: SessionStatus, conflicts: z.array(Conflict) })),
})
export type Together = z.infer<typeof Together>

/** More hang on no absence. */
const mostTogether = 100
const said = { command: Command, reason: Reason.default('') }

/** Acts upon many sessions at once: each client is told once. */
export const together = {
  /** Cancels many, and denies those that are wishes. */
  cancelTogether: procedure
    .input(z.strictObject({ ids: z.array(Id).min(1).max(mostTogether), ...said }))
    .output(Together),
  /** Moves many, each to a time of its own; they make room for each other. */
  moveTogether: procedure
    .input(
      z.strictObject({
        moves: z
          .array(z.strictObject({ id: Id, startsAt: Instant }))
          .min(1)
          .max(mostTogether),
        ...said,
      }),
    )
    .output(Together),
}
