import { z } from 'zod'
import { Done, EmptyInput, HeldItemId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldKinds, heldPageSize } from './restore.rules.ts'

/** An item of a therapist that was waiting when the backup was made. It is held until the therapist decides. */
const HeldItem = z.strictObject({
  id: HeldItemId,
  kind: z.enum(heldKinds),
  /** For an email, its kind; for a text, its purpose; empty for the other kinds of items. */
  detail: z.string(),
  /** The client or other person who would receive it; empty if there is none, or if the restored data does not name the person. */
  recipient: z.string(),
  /** The time at which it would have been sent. */
  dueAt: z.string(),
})
export type HeldItem = z.infer<typeof HeldItem>

const Decision = z.enum(['send', 'drop'])

export const restore = {
  /** The therapist's items that are held after a restore, the earliest first, at most `heldPageSize`, and their total number. */
  held: read.input(EmptyInput).output(z.strictObject({ items: z.array(HeldItem), count: z.number() })),
  /**
   * Sends or drops held items of the therapist. For a waiting list, 'send' continues its offers; 'drop' ends the offers of freed times. For a
   * calendar, 'send' continues the sync; after 'drop', Attune only reads the calendar. Ignores items that are already decided.
   */
  decide: write
    .input(z.strictObject({ ids: z.array(HeldItemId).min(1).max(heldPageSize), decision: Decision }))
    .output(Done),
  /**
   * The latest restore, and the number of held items by kind: `practice` counts those that belong only to the practice, `therapists` those of the
   * therapists. Null if nothing is held. Contains no names.
   */
  heldOfPractice: read.input(EmptyInput).output(
    z.strictObject({
      restore: z
        .strictObject({
          dataOf: z.string(),
          restoredAt: z.string(),
          kinds: z.array(z.strictObject({ kind: z.enum(heldKinds), practice: z.number(), therapists: z.number() })),
        })
        .nullable(),
    }),
  ),
  /** Sends or drops all items of one kind that belong only to the practice. */
  decideForPractice: write.input(z.strictObject({ kind: z.enum(heldKinds), decision: Decision })).output(Done),
}
