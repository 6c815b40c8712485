import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** Saves the time from which the acting therapist's sessions without a note are notes to write. Returns the time that applied before. */
export async function saveNeededFrom(tx: Tx, neededFrom: string | null): Promise<{ neededBefore: string | null }> {
  const { rows } = await sql<{ neededBefore: string | null }>`
    with known as (select needed_from from app.note_setting where therapist_id = ${tx.actor.id}),
    saved as (insert into app.note_setting (therapist_id, needed_from) values (${tx.actor.id}, ${neededFrom})
      on conflict (therapist_id) do update set needed_from = excluded.needed_from)
    select (select needed_from from known) as "neededBefore"`.execute(tx.kysely)
  return { neededBefore: rows[0]?.neededBefore ?? null }
}
