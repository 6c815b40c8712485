import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  amongSql,
  foldedSql,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../platform/database/name-search.ts'

/** Finds clients of the acting therapist by their name, also together with the email address or the code. */
export const findClientsByName = (tx: Tx, search: NameSearch) =>
  readFoundNames(
    tx,
    search,
    sql`select c.id, c.id as "clientId", c.first_name || ' ' || c.last_name as title, '' as person, null::timestamptz as at,
        case when c.status = 'inactive' then 0 else 10 end + ${nameRankSql(search, sql`f.names`)} as rank
      from app.client c cross join lateral (
        select ${foldedSql(sql`(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || c.code)`)} as names offset 0) f
      where c.therapist_id = ${tx.actor.id} and ${amongSql(search, sql`c.id`)}`,
  )
