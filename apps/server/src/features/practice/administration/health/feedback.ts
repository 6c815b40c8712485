import type { FeedbackId } from '@attune/contract/common/ids'
import type { Tx } from '../../../../platform/database/actor.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

type NewFeedback = { id: FeedbackId; text: string; page: string }

/** Inserts feedback of the actor about the product. Returns false if the id already exists because the call was repeated. */
export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('feedback')
    .values({ ...feedback, account_id: tx.actor.id })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Marks feedback as done or as open. Refuses with NOT_FOUND. */
export async function markFeedback(tx: Tx, { id, done }: { id: FeedbackId; done: boolean }, now: Date): Promise<void> {
  const before = await tx.kysely.selectFrom('feedback').select('done_at').where('id', '=', id).executeTakeFirst()
  if (!before) throw notFound()
  const wasDone = before.done_at !== null
  describeChange(tx, { before: { done: wasDone }, after: { done } })
  if (wasDone === done) return
  await tx.kysely
    .updateTable('feedback')
    .set({ done_at: done ? now : null })
    .where('id', '=', id)
    .execute()
}
