import type { InvoiceId, PaymentPageId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { ReportedPage } from '../../../platform/payments/payment-provider.ts'
import { bookProviderPayment } from '../payment/payment.ts'
import { askForRefundsAt } from './online-payment.setup.ts'

/** A row of `payment_page`. */
export type PaymentPage = {
  id: PaymentPageId
  invoiceId: InvoiceId
  /** The amount in minor units. */
  amountMinor: string
  currency: string
  /** The provider's id of the page; null until the provider has answered. */
  providerId: string | null
  /** The address of the page at the provider; null until the provider has answered. */
  url: string | null
  /** The path of the page to which the provider returns; empty for the page of the client. */
  returnPath: string
  state: 'open' | 'processing' | 'paid' | 'ended'
  /** Whether the invoice can be paid on this page now. An invoice has at most one such page. */
  isCurrent: boolean
  createdAt: Date
}

const columns = sql`
  g.id, g.invoice_id as "invoiceId", g.amount_minor::text as "amountMinor", g.currency, g.provider_id as "providerId", g.url, g.return_path as "returnPath", g.state,
  g.is_current as "isCurrent", g.created_at as "createdAt"`

async function findOnePage(tx: Tx, condition: ReturnType<typeof sql>): Promise<PaymentPage | null> {
  const { rows } = await sql<PaymentPage>`
    select ${columns} from app.payment_page g where g.therapist_id = ${tx.actor.id} and ${condition}
    order by g.created_at desc, g.id limit 1`.execute(tx.kysely)
  const [row] = rows
  return row ? { ...row, createdAt: new Date(row.createdAt) } : null
}

/** Returns a page of the acting therapist by its id. */
export const findPage = (tx: Tx, id: PaymentPageId) => findOnePage(tx, sql`g.id = ${id}`)
/** Returns the page on which an invoice is paid now. */
export const findCurrentPage = (tx: Tx, invoiceId: InvoiceId) =>
  findOnePage(tx, sql`g.invoice_id = ${invoiceId} and g.is_current`)
/** Returns the latest page of an invoice, even if it is no longer payable. */
export const findLatestPage = (tx: Tx, invoiceId: InvoiceId) => findOnePage(tx, sql`g.invoice_id = ${invoiceId}`)

/**
 * Returns the acting therapist's pages for which a payment may still arrive, except old pages, whose state is no longer requested from the provider.
 */
export async function listUnsettledPages(tx: Tx): Promise<PaymentPage[]> {
  const { rows } = await sql<PaymentPage>`
    select ${columns} from app.payment_page g
    where g.therapist_id = ${tx.actor.id} and g.state in ('open', 'processing') and g.due_at is not null`.execute(
    tx.kysely,
  )
  return rows
}

/** The intervals in seconds at which the provider is asked for the state of a page, by the age of the page. */
const askEverySeconds = [
  { untilAge: 3_600, every: 300 },
  { untilAge: 2 * 86_400, every: 3_600 },
  // A payment by direct debit can take two weeks.
  { untilAge: 21 * 86_400, every: 6 * 3_600 },
] as const
const refundsAfterSeconds = 3_600

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Returns the next time at which the provider is asked for the state of a page; null if the page is too old. */
export function nextAskAt(createdAt: Date, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / 1000
  const step = askEverySeconds.find(({ untilAge }) => age < untilAge)
  return step ? later(now, step.every) : null
}

/** Inserts a page for an amount in minor units, unless the invoice has a current one. */
export async function insertPage(
  tx: Tx,
  page: { id: PaymentPageId; invoiceId: InvoiceId; amountMinor: string; currency: string; returnPath: string },
  now: Date,
): Promise<void> {
  const { id, invoiceId, amountMinor, currency, returnPath } = page
  await sql`
    insert into app.payment_page (id, therapist_id, invoice_id, amount_minor, currency, return_path, created_at, due_at)
    values (${id}, ${tx.actor.id}, ${invoiceId}, ${amountMinor}, ${currency}, ${returnPath}, ${now}, ${nextAskAt(now, now)})
    on conflict do nothing`.execute(tx.kysely)
}

/** Marks a page as replaced by a later one. The provider is still asked whether it was paid. */
export async function replacePage(tx: Tx, id: PaymentPageId): Promise<void> {
  await sql`update app.payment_page set is_current = false where id = ${id}`.execute(tx.kysely)
}

/** Sets the next time to ask the provider, if the page is due at `now`. Returns false if another server has already done so. */
export async function claimPage(tx: Tx, page: PaymentPage, now: Date): Promise<boolean> {
  const next = nextAskAt(page.createdAt, now)
  const { rows } = await sql`
    update app.payment_page set due_at = ${next} where id = ${page.id} and due_at <= ${now} returning id`.execute(
    tx.kysely,
  )
  return rows.length > 0
}

/** Stores the provider's report about a payment page and books its payment in the same transaction. Repeating the call changes nothing. */
export async function storeReport(tx: Tx, page: PaymentPage, report: ReportedPage, now: Date): Promise<void> {
  const providerId = page.providerId ?? report.id
  if (report.state === 'open' || report.state === 'processing') {
    await sql`
      update app.payment_page set provider_id = ${providerId}, url = ${report.state === 'open' ? report.url : null}, state = ${report.state}
      where id = ${page.id} and state in ('open', 'processing')`.execute(tx.kysely)
    return
  }
  const paymentId = report.state === 'paid' ? report.payment.id : null
  if (report.state === 'paid' && report.payment.amountMinor > 0n) {
    await bookProviderPayment(tx, page.invoiceId, report.payment)
    await askForRefundsAt(tx, later(now, refundsAfterSeconds))
  }
  await sql`
    update app.payment_page set provider_id = ${providerId}, url = null, state = ${report.state}, is_current = false, payment_id = ${paymentId},
      due_at = null
    where id = ${page.id} and state <> 'paid'`.execute(tx.kysely)
}

/** Whether a payment was made on a page that was created after `since`. */
export async function hasRefundablePayment(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from app.payment_page g where g.therapist_id = ${tx.actor.id} and g.state = 'paid' and g.created_at > ${since} limit 1`.execute(
    tx.kysely,
  )
  return rows.length > 0
}
