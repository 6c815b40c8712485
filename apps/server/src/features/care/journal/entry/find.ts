import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { foldedSql, nameRankSql, type NameSearch, readFoundNames } from '../../../../platform/database/name-search.ts'

/** Finds the acting client's own entries by their title. */
export const findOwnEntriesByTitle = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select e.id, null as "clientId", e.title, '' as person, e.written_at as at, ${nameRankSql(search, foldedSql(sql`e.title`))} as rank
      from app.journal_entry e where e.account_id = ${tx.actor.id} and e.trashed_at is null`,
  )
