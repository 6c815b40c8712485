import { sql } from 'kysely'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'

/** Returns the time at which an admin first saw the test of video calls pass, and the name of that admin; null if no admin has. */
export async function findVideoTest(tx: Tx): Promise<{ at: string; by: string | null } | null> {
  const { rows } = await sql<{ at: string | null; by: string | null }>`
    select s.video_checked_at as at, nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as by
    from app.product_setting s left join app.profile p on p.account_id = s.video_checked_by`.execute(tx.kysely)
  const [row] = rows
  return row?.at ? { at: row.at, by: row.by } : null
}

/** Stores that the acting admin has seen the test pass, unless an admin has seen it before. Default settings depend on this. */
export async function saveVideoTest(tx: Tx<PersonActor>): Promise<void> {
  await tx.kysely
    .updateTable('product_setting')
    .set({ video_checked_at: sql`now()`, video_checked_by: tx.actor.id })
    .where('video_checked_at', 'is', null)
    .execute()
  describeChange(tx, { after: { passed: true } })
}
