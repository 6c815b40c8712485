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

export { listOwnSuperbills } from './superbill.list.ts'

/** Finds the acting therapist's superbills that are not withdrawn, by the name of the client. `among` are ids of clients. */
export const findSuperbills = (tx: Tx, search: NameSearch) =>
  readFoundNames<FoundBill>(
    tx,
    search,
    sql`select b.id, b.client_id as "clientId", '' as title, c.name as person, b.made_at as at, b.made_on::text as day,
        b.paid_minor::text as minor, b.currency, ${nameRankSql(search, foldedSql(sql`c.name`))} as rank
      from app.superbill b join app.client_name c on c.therapist_id = b.therapist_id and c.id = b.client_id
      where b.therapist_id = ${tx.actor.id} and ${amongSql(search, sql`b.client_id`)}
        and not exists (select from app.superbill_withdrawal w where w.superbill_id = b.id)`,
  )
