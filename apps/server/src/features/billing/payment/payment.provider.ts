import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { openMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { wallClockOf } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { readInvoiceRow, recordInvoiceEvent } from '../invoice/invoice.ts'
import { readZone } from '../../people/profile/profile.ts'

/** A payment or refund at the provider of online payments. */
type ProviderEntry = {
  /** The provider's id of the payment or refund. */
  id: string
  /** The amount in minor units. */
  amountMinor: bigint
  at: Date
}

/**
 * Books a payment that the provider reports, on behalf of the product and without checks, even if the invoice already has a payment or another
 * currency. Repeating the call changes nothing. Full payment enqueues the job for the receipt.
 */
export async function bookProviderPayment(
  tx: Tx,
  invoiceId: InvoiceId,
  payment: ProviderEntry & { currency: string },
): Promise<void> {
  await lockInvoice(tx, invoiceId)
  if (!(await insertEntry(tx, { ...payment, invoiceId, countersId: null }))) return
  const invoice = await readInvoiceRow(tx, invoiceId)
  if (openMinor(invoice) > 0n) return
  await enqueue(tx, { name: 'payment-receipt', data: { invoiceId, therapistId: tx.actor.id } })
}

type StoredPayment = {
  id: PaymentId
  invoiceId: InvoiceId
  amountMinor: string
  currency: string
  countered: { refundId: string | null; amountMinor: string }[]
}

/**
 * Records all refunds of a payment as counter-entries. Counter-entries that the therapist recorded by hand are deducted, so that no refund counts
 * twice. Does nothing if repeated, or if the payment is not booked.
 */
export async function recordProviderRefunds(
  tx: Tx,
  paymentId: string,
  refunds: readonly ProviderEntry[],
): Promise<void> {
  const known = await findBookedPayment(tx, paymentId)
  if (!known) return
  await lockInvoice(tx, known.invoiceId)
  // This query must run after locking, because a counter-entry may have been recorded while this call waited.
  const payment = await findBookedPayment(tx, paymentId)
  if (!payment) return
  const { id: countersId, invoiceId, currency, countered } = payment
  const taken = countered.reduce((sum, entry) => sum - BigInt(entry.amountMinor), 0n)
  const refunded = refunds.reduce((sum, refund) => sum + refund.amountMinor, 0n)
  const whole = BigInt(payment.amountMinor)
  let missing = (refunded < whole ? refunded : whole) - taken
  for (const refund of refunds) {
    if (countered.some(({ refundId }) => refundId === refund.id)) continue
    const amount = refund.amountMinor < missing ? refund.amountMinor : missing
    if (amount <= 0n) continue
    await insertEntry(tx, { ...refund, amountMinor: -amount, currency, invoiceId, countersId })
    missing -= amount
  }
}

/** Lets only one transaction at a time book entries of an invoice, including those that the therapist records. */
const lockInvoice = (tx: Tx, invoiceId: InvoiceId) => sql`select def.lock_invoice(${invoiceId})`.execute(tx.kysely)

/** Returns the booked payment with this id at the provider and its counter-entries; undefined if there is none. */
async function findBookedPayment(tx: Tx, paymentId: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select p.id, p.invoice_id as "invoiceId", p.amount_minor::text as "amountMinor", p.currency,
      coalesce((select jsonb_agg(jsonb_build_object('refundId', c.provider_id, 'amountMinor', c.amount_minor::text)) from app.payment c
        where c.therapist_id = p.therapist_id and c.counters_id = p.id), '[]') as countered
    from app.payment p where p.therapist_id = ${tx.actor.id} and p.provider_id = ${paymentId} and p.counters_id is null`.execute(
    tx.kysely,
  )
  return rows[0]
}

/** Inserts an entry and its event. Returns false if an entry with this provider id is already recorded. */
async function insertEntry(
  tx: Tx,
  entry: ProviderEntry & { currency: string; invoiceId: InvoiceId; countersId: PaymentId | null },
): Promise<boolean> {
  const { id: providerId, currency, invoiceId, countersId } = entry
  const paidOn = wallClockOf(entry.at.toISOString(), await readZone(tx)).day
  const amountMinor = entry.amountMinor.toString()
  const { rows } = await sql`
    insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, reference, provider_id, counters_id)
    values (${randomUUID()}, ${tx.actor.id}, ${invoiceId}, ${amountMinor}, ${currency}, ${paidOn}, 'provider', '', ${providerId}, ${countersId})
    on conflict (therapist_id, provider_id) do nothing returning id`.execute(tx.kysely)
  if (!rows.length) return false
  await recordInvoiceEvent(tx, invoiceId, 'payment', { amountMinor, currency, method: 'provider', paidOn })
  return true
}
