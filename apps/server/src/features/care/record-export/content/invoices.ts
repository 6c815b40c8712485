import type { InvoiceId } from '@attune/contract/common/ids'
import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

type Row = {
  id: InvoiceId
  at: string
  number: string
  kind: string
  payer: string | null
  grossMinor: string
  paidMinor: string
  currency: string
}

const issuedAt = sql`i.issued_at`

/** Yields the invoices and credit notes that were issued for the client. */
export async function* invoiceEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { entry, t, moment } = textsOf(record)
  for await (const row of invoicesOf(app, record)) {
    const amount = (minor: string) => `${decimal(BigInt(minor), currencyDigits(row.currency))} ${row.currency}`
    const paid = row.kind === 'credit-note' ? '' : t('paid', { amount: amount(row.paidMinor) })
    yield entry({
      heading: t(row.kind === 'credit-note' ? 'creditNote' : 'invoice', { number: row.number }),
      facts: [moment(row.at), row.payer ?? '', amount(row.grossMinor), paid],
    })
  }
}

const invoicesOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select i.id, i.issued_at as at, i.number_text as number, i.kind, i.frozen->'buyer'->>'name' as payer, i.gross_minor::text as "grossMinor",
        i.currency, coalesce((select sum(p.amount_minor) from app.payment p where p.therapist_id = i.therapist_id and p.invoice_id = i.id), 0)::text as "paidMinor"
      from app.invoice i
      where i.therapist_id = ${actor.id} and i.client_id = ${record.clientId} and i.status = 'issued'
        and ${periodSql(issuedAt, record)} ${pageSql(issuedAt, sql`i.id`, after)}`.execute(kysely)
    return page.rows
  })
