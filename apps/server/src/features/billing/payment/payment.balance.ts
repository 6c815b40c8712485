import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { openMinor, statusOf } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceBalance } from '@attune/contract/features/billing/payment/payment'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { openSql, readInvoiceRow } from '../invoice/invoice.ts'
import { readCurrentDay } from './payment.day.ts'

/** Returns the status and the amounts of an invoice of the acting therapist at the time `now`. Refuses with NOT_FOUND. */
export async function readBalance(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<InvoiceBalance> {
  const [invoice, today] = await Promise.all([readInvoiceRow(tx, invoiceId), readCurrentDay(tx, now)])
  const { currency, paidMinor, creditedMinor } = invoice
  return {
    status: statusOf(invoice, today),
    currency,
    paidMinor,
    creditedMinor,
    openMinor: openMinor(invoice).toString(),
  }
}

type OpenBalance = { currency: string; openMinor: string; overdueMinor: string }

/**
 * Returns the open and overdue amounts of a client's invoices, in minor units by currency. Omits overpaid invoices and currencies without an open
 * amount.
 */
export async function listOpenBalances(tx: Tx, clientId: ClientId, now: Date): Promise<OpenBalance[]> {
  const today = await readCurrentDay(tx, now)
  const { rows } = await sql<OpenBalance>`
    select currency, sum(open)::text as "openMinor", coalesce(sum(open) filter (where due_on < ${today}), 0)::text as "overdueMinor"
    from (select i.currency, i.due_on, ${openSql} as open from app.invoice i
      where i.therapist_id = ${tx.actor.id} and i.client_id = ${clientId} and i.status = 'issued' and i.kind <> 'credit-note') x
    where open > 0 group by currency order by currency`.execute(tx.kysely)
  return rows
}
