import { z } from 'zod'
import { Done, EmptyInput, HeldItemId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldKinds, heldPageSize } from './restore.rules.ts'

/** Something of a therapist that waited when the backup was made. Nothing of it leaves before the therapist decides. */
const HeldItem = z.strictObject({
  id: HeldItemId,
  kind: z.enum(heldKinds),
  /** The kind of an email, the purpose of a text; empty for the other kinds. */
  detail: z.string(),
  /** The client or other person who would get it; empty if nobody does, or if the restored data does not name the person. */
  recipient: z.string(),
  /** When it would have left. */
  dueAt: z.string(),
})
export type HeldItem = z.infer<typeof HeldItem>

const Decision = z.enum(['send', 'drop'])

export const restore = {
  /** The therapist's things that are held after a restore, the earliest first, at most `heldPageSize`, and the number of all. */
  held: read.input(EmptyInput).output(z.strictObject({ items: z.array(HeldItem), count: z.number() })),
  /**
   * Sends or drops held things of the therapist. To send the offers of a waiting list means that the list goes on, and to drop them that no more
   * of its freed times are offered. A calendar whose writes are dropped is only read from then on. Things that are decided already are left out.
   */
  decide: write
    .input(z.strictObject({ ids: z.array(HeldItemId).min(1).max(heldPageSize), decision: Decision }))
    .output(Done),
  /**
   * The latest restore, and how much is still held, by kind: `practice` is what belongs to the practice alone, `therapists` what the therapists
   * decide about. Null if nothing is held. Names no one.
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
  /** Sends or drops everything of one kind that belongs to the practice alone. */
  decideForPractice: write.input(z.strictObject({ kind: z.enum(heldKinds), decision: Decision })).output(Done),
}
