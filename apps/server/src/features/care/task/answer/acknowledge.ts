import type { TaskId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

/**
 * Marks the flagged answers of a task as seen by the acting therapist. Marking them again changes nothing. Refuses with
 * NOT_FOUND for an unknown or withdrawn task.
 */
export async function acknowledgeFlags(tx: Tx, id: TaskId, now: Date): Promise<void> {
  const { rows } = await sql`
    select from app.task where therapist_id = ${tx.actor.id} and id = ${id} and withdrawn_at is null`.execute(tx.kysely)
  if (!rows.length) throw notFound()
  await sql`
    update app.task_answer set acknowledged_at = ${now} where therapist_id = ${tx.actor.id} and task_id = ${id} and flagged and acknowledged_at is null`.execute(
    tx.kysely,
  )
}
