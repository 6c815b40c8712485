import type { HomeInvoices } from '@attune/contract/features/home/client-home/client-home'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { openSql } from '../invoice.rows.ts'

/**
 * Returns the number of issued invoices that the acting client has to pay, and the invoice that is due first; null if there are none. Omits invoices
 * that name the treated person, because they are addressed to another payer.
 */
export async function findInvoicesToPay(tx: Tx): Promise<HomeInvoices | null> {
  const { rows } = await sql<HomeInvoices['first'] & { count: number }>`
    select i.id, i.number_text as number, (${openSql})::text as "openMinor", i.currency, i.due_on::text as "dueOn", count(*) over ()::int as count
    from app.invoice i
    where i.status = 'issued' and i.kind = 'invoice' and i.frozen ->> 'person' is null and ${openSql} > 0
    order by i.due_on, i.issued_at, i.id limit 1`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const { count, ...first } = row
  return { count, first }
}
