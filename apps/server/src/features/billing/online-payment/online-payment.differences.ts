import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { readInvoiceRow } from '../invoice/invoice.ts'

type Difference = { paymentId: PaymentId; requestedMinor: string; currency: string }

/** Returns the online payments of an invoice that differ from the requested payment, together with the request. Refuses with NOT_FOUND. */
export async function listPaymentDifferences(tx: Tx, invoiceId: InvoiceId): Promise<Difference[]> {
  await readInvoiceRow(tx, invoiceId)
  const { rows } = await sql<Difference>`
    select p.id as "paymentId", g.amount_minor::text as "requestedMinor", g.currency
    from app.payment_page g join app.payment p on p.therapist_id = g.therapist_id and p.provider_id = g.payment_id
    where g.therapist_id = ${tx.actor.id} and g.invoice_id = ${invoiceId} and (p.amount_minor, p.currency) <> (g.amount_minor, g.currency)
    order by p.recorded_at, p.id`.execute(tx.kysely)
  return rows
}
