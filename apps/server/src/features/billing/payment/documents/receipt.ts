import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { openMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { missingScriptOf, missingScriptOfLetter } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { untilDone } from '../../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../../platform/jobs/job-worker.ts'
import { findLogo } from '../../business/business.ts'
import {
  pickLetter,
  type ReceiptDocument,
  renderDocumentPdf,
  withheldFact,
} from '../../billing-document/billing-document.ts'
import { fullyCreditedSql, readInvoiceRow, storeDocuments, validDocumentSql } from '../../invoice/invoice.ts'
import { readZone } from '../../../people/profile/profile.ts'

/** Aborts the transaction that has stored an outdated receipt. */
const outdated = new Error('the invoice has changed while its receipt was made')

type ReceiptJob = { invoiceId: InvoiceId; therapistId: TherapistId }

/**
 * Runs a job of the queue `payment-receipt`: renders and stores the receipt of a fully paid invoice. Does nothing if a valid receipt is stored, or
 * if a counter-entry or further payment was recorded in the meantime; a further payment has its own job. If this fails, the job is retried until it
 * succeeds.
 */
export const makeReceipt = (
  app: Pick<AppContext, 'db'>,
  data: ReceiptJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> =>
  untilDone(app.db, { job: { name: 'payment-receipt', data }, last }, () => makeReceiptDocument(app, data))

async function makeReceiptDocument(app: Pick<AppContext, 'db'>, { invoiceId, therapistId }: ReceiptJob): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const order = await app.db.asActor(worker, async (tx) =>
    (await readStoredReceipts(tx, invoiceId)).hasValid ? null : findReceiptOrder(tx, invoiceId),
  )
  if (!order) return
  const bytes = await renderDocumentPdf(order)
  const stored = app.db.asActor(worker, async (tx) => {
    const { count, hasValid } = await readStoredReceipts(tx, invoiceId)
    if (hasValid) return
    // From here on, new counter-entries wait for this transaction. This transaction has waited for the counter-entries that were being recorded.
    await storeDocuments(tx, invoiceId, [{ kind: 'receipt', bytes, edition: count + 1 }])
    if (!isDeepStrictEqual(await findReceiptOrder(tx, invoiceId), order)) throw outdated
  })
  await stored.catch((error: unknown) => {
    if (error !== outdated) throw error
  })
}

/**
 * Returns the content, the creation time and the logo for an invoice's receipt. Returns null for a draft, and if an amount is open, the invoice is
 * fully credited, there is no payment, or the invoice has letters that PDFs cannot show.
 */
async function findReceiptOrder(tx: Tx, invoiceId: InvoiceId) {
  const invoice = await readInvoiceRow(tx, invoiceId)
  const { snapshot, creditedMinor } = invoice
  if (!snapshot || openMinor(invoice) > 0n || (await isFullyCredited(tx, invoiceId))) return null
  if (missingScriptOfLetter(snapshot) !== null) return null
  const payments = await listPrintedPayments(tx, invoice)
  const madeAt = payments.at(-1)?.recordedAt
  if (madeAt === undefined) return null
  const [zone, logo] = await Promise.all([
    readZone(tx),
    snapshot.seller.logoSha === null ? null : findLogo(tx, snapshot.seller.logoSha),
  ])
  const sheet = receiptDocument(snapshot, {
    madeOn: wallClockOf(madeAt, zone).day,
    creditedMinor,
    payments,
  })
  return { sheet, madeAt, logo: logo?.bytes ?? null }
}

async function isFullyCredited(tx: Tx, invoiceId: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    select from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id = ${invoiceId} and ${fullyCreditedSql}`.execute(
    tx.kysely,
  )
  return rows.length > 0
}

const receiptDocument = (
  sheet: InvoiceDocument,
  { madeOn, creditedMinor, payments }: { madeOn: string; creditedMinor: string; payments: PrintedPayment[] },
): ReceiptDocument => ({
  kind: 'receipt',
  ...pickLetter(sheet),
  madeOn,
  invoice: {
    number: sheet.number,
    issuedOn: sheet.issuedOn,
    grossMinor: sheet.grossMinor,
    creditedMinor,
    ...withheldFact(sheet.withholding),
  },
  payments: payments.map(({ paidOn, method, reference, amountMinor }) => ({
    paidOn,
    method,
    // A payment cannot be changed, so its reference is left out if PDFs cannot show it.
    reference: missingScriptOf([reference]) === null ? reference : '',
    amountMinor,
  })),
})

/** Returns the number of receipts of an invoice that are stored, and whether one of them is valid. */
async function readStoredReceipts(tx: Tx, invoiceId: InvoiceId): Promise<{ count: number; hasValid: boolean }> {
  const { rows } = await sql<{ count: number; hasValid: boolean }>`
    select count(*)::int as count, coalesce(bool_or(${validDocumentSql}), false) as "hasValid"
    from app.invoice_document d where d.invoice_id = ${invoiceId} and d.kind = 'receipt'`.execute(tx.kysely)
  return rows[0] ?? { count: 0, hasValid: false }
}

type PrintedPayment = ReceiptDocument['payments'][number] & { recordedAt: string }

/** Returns the payments and counter-entries of an invoice in its currency, in the order in which they were recorded. */
async function listPrintedPayments(
  tx: Tx,
  { id, currency }: { id: InvoiceId; currency: string },
): Promise<PrintedPayment[]> {
  const { rows } = await sql<Omit<PrintedPayment, 'recordedAt'> & { recordedAt: Date }>`
    select paid_on::text as "paidOn", method, reference, amount_minor::text as "amountMinor", recorded_at as "recordedAt"
    from app.payment where therapist_id = ${tx.actor.id} and invoice_id = ${id} and currency = ${currency}
    order by recorded_at, id`.execute(tx.kysely)
  return rows.map((payment) => ({ ...payment, recordedAt: new Date(payment.recordedAt).toISOString() }))
}
