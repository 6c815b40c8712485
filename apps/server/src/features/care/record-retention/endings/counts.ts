import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type Counts = { erased: number; held: number; moved: number }

/** Adds one to the number of records that were erased, kept by a hold, or whose confirmation is void, for the next notification of the therapist. */
export async function countEnding(tx: Tx, outcome: keyof Counts): Promise<void> {
  const column = sql.ref(outcome)
  await sql`
    insert into app.record_ending_count as n (therapist_id, ${column}) values (${tx.actor.id}, 1)
    on conflict (therapist_id) do update set ${column} = n.${column} + 1`.execute(tx.kysely)
}

/** Returns these numbers and removes them; undefined if there is nothing to notify of. */
export async function takeEndingCounts(tx: Tx): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    delete from app.record_ending_count n where n.therapist_id = ${tx.actor.id} returning n.erased, n.held, n.moved`.execute(
    tx.kysely,
  )
  return rows[0]
}
