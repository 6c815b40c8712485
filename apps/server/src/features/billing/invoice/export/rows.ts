import type { InvoiceId } from '@attune/contract/common/ids'
import type {
  DocumentKind,
  InvoiceKind,
  InvoiceSeries,
  paymentMethods,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { validDocumentSql } from '../invoice.rows.ts'

/** A period of days, including the first and the last (`YYYY-MM-DD`). */
export type ExportPeriod = { from: string; until: string }

/** An issued invoice or credit note, with the kinds of its stored documents. */
export type ExportedInvoice = { id: InvoiceId; issuedAt: string; snapshot: InvoiceDocument; stored: DocumentKind[] }

/** A payment or a counter-entry. `number` and `payer` are those of its invoice. */
export type ExportedPayment = {
  paidOn: string
  amountMinor: string
  currency: string
  method: (typeof paymentMethods)[number]
  reference: string
  number: string
  payer: string
}

/** The journal entry that remains of an erased invoice or credit note. `number` is as printed. */
export type ErasedNumber = {
  number: string
  kind: InvoiceKind
  issuedOn: string
  grossMinor: string
  currency: string
  erasedAt: string
}

/** A number without an invoice: the database was restored from a backup that is older than the invoice. */
export type LostNumber = { year: number; series: InvoiceSeries; number: number; at: string; reason: string }

/** Returns the invoices and credit notes that the acting therapist issued in a period, in the order of the numbers. */
export async function listIssuedInvoices(tx: Tx, { from, until }: ExportPeriod): Promise<ExportedInvoice[]> {
  const { rows } = await sql<ExportedInvoice>`
    select i.id, i.issued_at as "issuedAt", i.frozen as snapshot,
      array(select d.kind from app.invoice_document d where d.invoice_id = i.id and ${validDocumentSql} order by d.kind) as stored
    from app.invoice i
    where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.issued_on between ${from}::date and ${until}::date
    order by i.year, i.series, i.number`.execute(tx.kysely)
  return rows
}

/** Returns the payments that the acting therapist received in a period, by day. */
export async function listReceivedPayments(tx: Tx, { from, until }: ExportPeriod): Promise<ExportedPayment[]> {
  const { rows } = await sql<ExportedPayment>`
    select p.paid_on::text as "paidOn", p.amount_minor::text as "amountMinor", p.currency, p.method, p.reference,
      i.number_text as number, i.frozen->'buyer'->>'name' as payer
    from app.payment p join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id
    where p.therapist_id = ${tx.actor.id} and p.paid_on between ${from}::date and ${until}::date
    order by p.paid_on, p.recorded_at, p.id`.execute(tx.kysely)
  return rows
}

/** Returns the numbers that remain of erased invoices and credit notes that the acting therapist issued in a period, in order. */
export async function listErasedNumbers(tx: Tx, { from, until }: ExportPeriod): Promise<ErasedNumber[]> {
  const { rows } = await sql<ErasedNumber>`
    select e.number_text as number, e.kind, e.issued_on::text as "issuedOn", e.gross_minor::text as "grossMinor", e.currency, r.erased_at as "erasedAt"
    from app.invoice_erased e join app.invoice_erasure r on r.therapist_id = e.therapist_id and r.id = e.erasure_id
    where e.therapist_id = ${tx.actor.id} and e.issued_on between ${from}::date and ${until}::date
    order by e.year, e.series, e.number`.execute(tx.kysely)
  return rows
}

/** Returns the numbers of the acting therapist that were recorded as lost in the years of a period. `number` is as printed. */
export async function listLostNumbers(tx: Tx, { from, until }: ExportPeriod): Promise<LostNumber[]> {
  const { rows } = await sql<LostNumber>`
    select l.year, l.series, l.number + s.first_number - 1 as number, l.at, l.reason
    from app.invoice_lost l join app.invoice_series s on s.therapist_id = l.therapist_id and s.year = l.year and s.series = l.series
    where l.therapist_id = ${tx.actor.id} and l.year between ${from.slice(0, 4)}::int and ${until.slice(0, 4)}::int
    order by l.year, l.series, l.number`.execute(tx.kysely)
  return rows
}
