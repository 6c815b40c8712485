import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import {
  amongSql,
  type FoundBill,
  foldedSql,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../platform/database/name-search.ts'

/** Finds the estimates that the acting therapist gave, by the name of the client. `among` are ids of clients. */
export const findEstimates = (tx: Tx, search: NameSearch) =>
  readFoundNames<FoundBill>(
    tx,
    search,
    sql`select e.id, e.client_id as "clientId", '' as title, c.name as person, e.given_at as at, e.given_on::text as day,
        e.total_minor::text as minor, e.currency, ${nameRankSql(search, foldedSql(sql`c.name`))} as rank
      from app.estimate e join app.client_name c on c.therapist_id = e.therapist_id and c.id = e.client_id
      where e.therapist_id = ${tx.actor.id} and ${amongSql(search, sql`e.client_id`)}`,
  )
