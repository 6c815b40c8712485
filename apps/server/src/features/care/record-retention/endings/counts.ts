import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type Counts = { erased: number; held: number; moved: number }

/**
 * Adds one to the count of an outcome: records that were erased, that a hold kept, or whose confirmation became void. The next notification of the
 * therapist contains the counts.
 */
export async function countEnding(tx: Tx, outcome: keyof Counts): Promise<void> {
  const column = sql.ref(outcome)
  await sql`
    insert into app.record_ending_count as n (therapist_id, ${column}) values (${tx.actor.id}, 1)
    on conflict (therapist_id) do update set ${column} = n.${column} + 1`.execute(tx.kysely)
}

/** Returns the counts of `countEnding` and sets them to zero; undefined if there is nothing to notify of. */
export async function takeEndingCounts(tx: Tx): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    with counted as (
        select n.erased, n.held, n.moved from app.record_ending_count n
        where n.therapist_id = ${tx.actor.id} and n.erased + n.held + n.moved > 0 for update
      ),
      emptied as (
        update app.record_ending_count n set erased = 0, held = 0, moved = 0 from counted where n.therapist_id = ${tx.actor.id}
      )
    select erased, held, moved from counted`.execute(tx.kysely)
  return rows[0]
}

/** Records that the list of the acting therapist was settled on a day, unless another run still checks an entry. */
export async function saveSettledDay(tx: Tx, today: string): Promise<void> {
  await sql`
    insert into app.record_ending_count (therapist_id, settled_on) select ${tx.actor.id}::uuid, ${today}::date
    where not exists (select from app.record_ending e where e.therapist_id = ${tx.actor.id} and e.checked_on <> ${today})
    on conflict (therapist_id) do update set settled_on = excluded.settled_on`.execute(tx.kysely)
}
