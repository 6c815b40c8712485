import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  amongSql,
  foldedSql,
  type FoundBill,
  nameRankSql,
  type NameSearch,
  readFoundNames,
} from '../../../../platform/database/name-search.ts'

/**
 * Finds the acting therapist's invoices by their number, amount, payer or client; for the acting client, those that were issued to them. `amounts`
 * are the amounts in minor units that the search can mean.
 */
export const findInvoices = (tx: Tx, search: NameSearch & { amounts: readonly number[] }) => {
  const isClient = tx.actor.role === 'client'
  const at = isClient ? sql`i.issued_at` : sql`coalesce(i.issued_at, i.created_at)`
  const payer = sql`coalesce(i.frozen -> 'buyer' ->> 'name', nullif(p.name, ''), '')`
  const person = isClient ? sql`coalesce(i.frozen -> 'seller' ->> 'name', '')` : sql`coalesce(c.name, '')`
  const names = isClient ? person : sql`(${person} || ' ' || ${payer})`
  return readFoundNames<FoundBill>(
    tx,
    search,
    sql`select i.id, i.client_id as "clientId", coalesce(i.number_text, '') as title, ${person} as person,
        ${at} as at, i.issued_on::text as day, i.gross_minor::text as minor, i.currency,
        case when i.gross_minor = any (${search.amounts}::bigint[]) then 4
          else ${nameRankSql(search, foldedSql(sql`(coalesce(i.number_text, '') || ' ' || ${names})`))} end as rank
      from app.invoice i ${
        isClient
          ? sql`where i.status = 'issued'`
          : sql`join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id
            left join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id where i.therapist_id = ${tx.actor.id} and ${amongSql(search, sql`i.id`)}`
      }`,
  )
}
