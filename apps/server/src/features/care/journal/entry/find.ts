import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  foldedSql,
  type FoundText,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../../platform/database/name-search.ts'

/** Finds the acting client's own entries by their title. */
export const findOwnEntriesByTitle = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select e.id, null as "clientId", e.title, '' as person, e.written_at as at, ${nameRankSql(search, foldedSql(sql`e.title`))} as rank
      from app.journal_entry e where e.account_id = ${tx.actor.id} and e.trashed_at is null`,
  )

/**
 * Reads titles and dates of the acting client's own entries outside the trash; for a therapist, of the published versions of entries shared with
 * them.
 */
export async function readFoundEntries(tx: Tx, ids: string[]): Promise<FoundText[]> {
  const own = sql`
    select e.id, null as "clientId", e.title, '' as person, e.written_at as at, null as seq
    from app.journal_entry e where e.account_id = ${tx.actor.id} and e.trashed_at is null and e.id = any (${ids}::uuid[])`
  const shared = sql`
    select p.entry_id as id, c.id as "clientId", p.title, c.name as person, p.written_at as at, null as seq
    from app.journal_share s join app.journal_publication p on p.account_id = s.account_id and p.entry_id = s.entry_id
      join app.client_name c on c.therapist_id = s.therapist_id and c.account_id = s.account_id
    where s.therapist_id = ${tx.actor.id} and s.entry_id = any (${ids}::uuid[])`
  const { rows } = await sql<FoundText>`${tx.actor.role === 'client' ? own : shared}`.execute(tx.kysely)
  return rows
}
