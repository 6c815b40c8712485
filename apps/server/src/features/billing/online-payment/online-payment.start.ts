import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { openMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor } from '../../../platform/database/actor.ts'
import { PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readInvoiceRow, type InvoiceRow } from '../invoice/invoice.ts'
import {
  findCurrentPage,
  insertPage,
  findLatestPage,
  type PaymentPage,
  replacePage,
  storeReport,
} from './online-payment.pages.ts'
import { askPaymentProvider, type SettleContext, settlePage } from './online-payment.settle.ts'
import { providerAccess, workerOf } from './online-payment.setup.ts'

type StartContext = SettleContext & Pick<AppContext, 'site'>

/** The time in milliseconds for which the provider recognizes a repeated request. After that, a repeat would create a second page. */
const repeatableMilliseconds = 23 * 3_600_000
/**
 * The maximum number of attempts to open a payable page. A page may turn out to be paid or to have another amount; after that many attempts, the
 * client is asked to try again.
 */
const mostRounds = 4

/** Returns the therapist of an invoice that the acting client or guardian can see. Refuses with NOT_FOUND. */
async function therapistOf({ db }: Pick<AppContext, 'db'>, client: Actor, invoiceId: InvoiceId): Promise<string> {
  const { rows } = await db.asActor(client, (tx) =>
    sql<{ therapistId: TherapistId }>`
      select i.therapist_id as "therapistId" from app.invoice i where i.id = ${invoiceId} and i.status = 'issued'`.execute(
      tx.kysely,
    ),
  )
  if (!rows[0]) throw notFound()
  return rows[0].therapistId
}

/** Returns whether the acting client or guardian can pay an invoice online now. Refuses with NOT_FOUND. */
export async function offerOf(
  context: StartContext,
  client: Actor,
  invoiceId: InvoiceId,
): Promise<'off' | 'ready' | 'processing'> {
  const therapistId = await therapistOf(context, client, invoiceId)
  const [access, { invoice, page }] = await Promise.all([
    providerAccess(context, therapistId),
    readInvoice(context, therapistId, invoiceId),
  ])
  if (!access.isOn || access.isRefused || access.key === null || openMinor(invoice) <= 0n) return 'off'
  return page?.state === 'processing' ? 'processing' : 'ready'
}

const readInvoice = ({ db }: StartContext, therapistId: TherapistId, invoiceId: InvoiceId) =>
  db.asActor(workerOf(therapistId), async (tx) => {
    const [invoice, page] = await Promise.all([readInvoiceRow(tx, invoiceId), findCurrentPage(tx, invoiceId)])
    return { invoice, page }
  })

/**
 * Returns the URL of the page on which the acting client or guardian pays the open amount of an invoice. An earlier page is used again while it can
 * be paid and leads back to the same page of the product. Refuses with NOT_FOUND, NOT_ON, NOTHING_OPEN and PROCESSING, and with PROVIDER_FAILED after
 * four attempts without a payable page. Throws PaymentProviderError.
 */
export async function startPayment(context: StartContext, client: Actor, invoiceId: InvoiceId): Promise<string> {
  const therapistId = await therapistOf(context, client, invoiceId)
  const returnPath = client.role === 'guardian' ? `/for/${client.actingFor ?? ''}/invoices/${invoiceId}` : ''
  const { isOn, isRefused, key } = await providerAccess(context, therapistId)
  if (!isOn || isRefused || key === null) throw createRefusal('NOT_ON', 409)
  for (let round = 0; round < mostRounds; round++) {
    const { invoice, page } = await readInvoice(context, therapistId, invoiceId)
    if (openMinor(invoice) <= 0n) throw createRefusal('NOTHING_OPEN', 409)
    const known = page && (await checkedPage(context, { therapistId, key }, { page, invoice, returnPath }))
    if (known) return known
    if (page) continue
    // The row is stored before the request, so that a repeat after a lost response has the same id.
    const order = {
      id: randomUUID(),
      invoiceId,
      amountMinor: openMinor(invoice).toString(),
      currency: invoice.currency,
      returnPath,
    }
    await context.db.asActor(workerOf(therapistId), (tx) => insertPage(tx, order, context.clock.now()))
  }
  throw createRefusal('PROVIDER_FAILED', 409)
}

type Access = { therapistId: TherapistId; key: string }

/**
 * Returns the URL of a page if the client can pay the current open amount on it. Otherwise updates or replaces the page and returns null. Refuses
 * with PROCESSING.
 */
async function checkedPage(
  context: StartContext,
  access: Access,
  { page, invoice, returnPath }: { page: PaymentPage; invoice: InvoiceRow; returnPath: string },
): Promise<string | null> {
  const { db, clock } = context
  const worker = workerOf(access.therapistId)
  const fits =
    page.currency === invoice.currency &&
    page.amountMinor === openMinor(invoice).toString() &&
    page.returnPath === returnPath
  if (page.providerId === null) {
    if (fits && clock.now().getTime() - page.createdAt.getTime() < repeatableMilliseconds)
      return requestPage(context, access, { page, invoice })
    await db.asActor(worker, (tx) => replacePage(tx, page.id))
    return null
  }
  const settled = await settlePage(context, { therapistId: access.therapistId, pageId: page.id })
  if (settled?.state === 'processing') throw createRefusal('PROCESSING', 409)
  if (settled?.state !== 'open') return null
  if (fits && settled.url !== null) return settled.url
  const { providerId } = page
  // If the provider does not close the page and the client pays on it too, both payments are booked.
  await askPaymentProvider(context, access, (payments, key) => payments.closePage(key, providerId)).catch(() => {})
  await db.asActor(worker, (tx) => replacePage(tx, page.id))
  return null
}

/** Requests a page from the provider, outside of any transaction, and stores its address. */
async function requestPage(
  context: StartContext,
  access: Access,
  { page, invoice }: { page: PaymentPage; invoice: InvoiceRow },
): Promise<string | null> {
  const back = `${context.site.origin()}${page.returnPath || `/dashboard/client/payments/${invoice.id}`}`
  const worker = workerOf(access.therapistId)
  const report = await askPaymentProvider(context, access, (payments, key) =>
    payments.openPage(key, {
      id: page.id,
      invoiceNumber: invoice.number,
      amountMinor: BigInt(page.amountMinor),
      currency: page.currency,
      language: invoice.language,
      paidUrl: `${back}?paid=1`,
      backUrl: back,
    }),
  ).catch(async (error: unknown) => {
    // Repeating the same request would be refused again.
    if (error instanceof PaymentProviderError && error.failure === 'refused')
      await context.db.asActor(worker, (tx) => replacePage(tx, page.id))
    throw error
  })
  await context.db.asActor(worker, (tx) => storeReport(tx, page, report, context.clock.now()))
  return report.url
}

/** Asks the provider whether the acting client or guardian has paid on the latest page. Refuses with NOT_FOUND. Throws PaymentProviderError. */
export async function checkPayment(
  context: StartContext,
  client: Actor,
  invoiceId: InvoiceId,
): Promise<'paid' | 'processing' | 'none'> {
  const therapistId = await therapistOf(context, client, invoiceId)
  const latest = await context.db.asActor(workerOf(therapistId), (tx) => findLatestPage(tx, invoiceId))
  const page = latest && (await settlePage(context, { therapistId, pageId: latest.id }))
  return page?.state === 'paid' || page?.state === 'processing' ? page.state : 'none'
}
