import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { foldedSql, nameRankSql, type NameSearch, readFoundNames } from '../../../platform/database/name-search.ts'

/** Finds the present and former therapists of the acting client by their name. */
export const findTherapistsByName = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select c.therapist_id as id, c.id as "clientId", p.name as title, '' as person, null::timestamptz as at,
        ${nameRankSql(search, foldedSql(sql`p.name`))} as rank
      from app.client_name c join app.person p on p.account_id = c.therapist_id where c.account_id = ${tx.actor.id}`,
  )
