import type { ClientId, PayerId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../../platform/database/actor.ts'
import type { ExportedInvoice, ExportedPayment, ExportPeriod } from '../rows.ts'

type Document = Pick<ExportedInvoice, 'snapshot' | 'issuedAt'>

/** A payment or counter-entry. `partnerIssuedOn` is the day of the other invoice, from which or to which credit was moved. */
export type LedgerPayment = Pick<ExportedPayment, 'paidOn' | 'amountMinor' | 'currency' | 'method'> & {
  recordedAt: string
  partnerIssuedOn: string | null
}

/** An invoice with all its credit notes and payments, also those outside the exported period, in the order in which they were recorded. */
export type LedgerInvoice = Document & {
  clientId: ClientId
  payerId: PayerId | null
  credits: Document[]
  payments: LedgerPayment[]
}

/** Returns the invoices of the acting therapist that were issued, credited or paid in a period, in the order of their numbers. */
export async function listLedger(tx: Tx, { from, until }: ExportPeriod): Promise<LedgerInvoice[]> {
  const { rows } = await sql<LedgerInvoice>`
    select i.frozen as snapshot, i.issued_at as "issuedAt", i.client_id as "clientId", i.payer_id as "payerId",
      coalesce((select jsonb_agg(jsonb_build_object('snapshot', c.frozen, 'issuedAt', c.issued_at) order by c.issued_at, c.number)
        from app.invoice c where c.therapist_id = i.therapist_id and c.corrects_id = i.id and c.status = 'issued'), '[]') as credits,
      coalesce((select jsonb_agg(jsonb_build_object('paidOn', p.paid_on, 'amountMinor', p.amount_minor::text, 'currency', p.currency,
          'method', p.method, 'recordedAt', p.recorded_at, 'partnerIssuedOn', ${partnerSql}) order by p.recorded_at, p.id)
        from app.payment p where p.therapist_id = i.therapist_id and p.invoice_id = i.id), '[]') as payments
    from app.invoice i
    where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice' and (
      i.issued_on between ${from}::date and ${until}::date
      or exists (select from app.invoice c where c.therapist_id = i.therapist_id and c.corrects_id = i.id and c.status = 'issued'
        and c.issued_on between ${from}::date and ${until}::date)
      or exists (select from app.payment p where p.therapist_id = i.therapist_id and p.invoice_id = i.id
        and p.paid_on between ${from}::date and ${until}::date))
    order by i.year, i.number`.execute(tx.kysely)
  return rows
}

/** SQL for the day of the invoice to which or from which the payment `p` moved credit; null if it moved none. */
const partnerSql = sql`(select max(j.issued_on) from app.payment q
  join app.invoice j on j.therapist_id = q.therapist_id and j.id = q.invoice_id
  where p.method = 'credit' and q.therapist_id = p.therapist_id
    and (q.provider_id = 'credit:' || p.id or p.provider_id = 'credit:' || q.id))`
