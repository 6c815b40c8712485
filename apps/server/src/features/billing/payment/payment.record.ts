import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import type { paymentMethods } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceBalance } from '@attune/contract/features/billing/payment/payment'
import { reversibleMinor } from '@attune/contract/features/billing/payment/payment.rules'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { type InvoiceRow, lockInvoiceRow, recordInvoiceEvent } from '../invoice/invoice.ts'
import { readBalance } from './payment.balance.ts'
import { readCurrentDay } from './payment.day.ts'

type PaymentMethod = (typeof paymentMethods)[number]
type NewPayment = {
  id: PaymentId
  invoiceId: InvoiceId
  amountMinor: string
  currency: string
  paidOn: string
  method: PaymentMethod
  reference: string
  /** The id of the payment at its provider, or of the entry in a bank file. Recorded once per therapist. */
  providerId?: string
}

/**
 * Records a payment of an issued invoice of the acting therapist, and the event in its history. Full payment enqueues the job of the receipt.
 * Repeating the call with the same id and values, or with the same `providerId`, changes nothing. Refuses with:
 * - NOT_FOUND
 * - NOT_PAYABLE for a draft or a credit note
 * - OTHER_CURRENCY if the invoice has another currency
 * - FUTURE_DAY for a day after today in the therapist's zone
 * - CONFLICT if the id was recorded with other values
 */
export async function recordPayment(tx: Tx, payment: NewPayment, now: Date): Promise<InvoiceBalance> {
  const invoice = await lockInvoiceRow(tx, payment.invoiceId)
  if (invoice.status !== 'issued' || invoice.kind !== 'invoice') throw createRefusal('NOT_PAYABLE', 409)
  if (invoice.currency !== payment.currency) throw createRefusal('OTHER_CURRENCY', 409)
  if (payment.paidOn > (await readCurrentDay(tx, now))) throw createRefusal('FUTURE_DAY', 409)
  await insertPayment(tx, invoice, { ...payment, countersId: null })
  return readBalanceAndEnqueueReceipt(tx, invoice.id, now)
}

/**
 * Returns the status and the amounts of an invoice. If nothing is open, enqueues the job for the receipt, which does nothing if there is a valid
 * one.
 */
async function readBalanceAndEnqueueReceipt(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<InvoiceBalance> {
  const balance = await readBalance(tx, invoiceId, now)
  if (BigInt(balance.openMinor) <= 0n)
    await enqueue(tx, { name: 'payment-receipt', data: { invoiceId, therapistId: tx.actor.id } })
  return balance
}

type Reversal = {
  id: PaymentId
  paymentId: PaymentId
  amountMinor?: string | undefined
  /** The day and the id of the entry in a bank file; without it, the counter-entry is of today. */
  ofBank?: { paidOn: string; providerId: string }
}

/**
 * Reverses `amountMinor` of a payment, or its remainder, by a counter-entry. If the remaining amount is lower than the receipt states, a trigger
 * withdraws the receipt; an invoice that is still paid, because a part was credited, gets a new one. Repeating the call with the same id and values
 * changes nothing. Refuses with NOT_FOUND, with TOO_MUCH above the remainder, and with CONFLICT if the id was recorded with other values.
 */
export async function reversePayment(
  tx: Tx,
  { id, paymentId, amountMinor, ofBank }: Reversal,
  now: Date,
): Promise<InvoiceBalance> {
  const { invoiceId } = await readStoredPayment(tx, paymentId)
  const invoice = await lockInvoiceRow(tx, invoiceId)
  // This query must run after locking, because another counter-entry may have been recorded while this call waited.
  const { countered, ...payment } = await readStoredPayment(tx, paymentId)
  const repeated = countered.findIndex((entry) => entry.id === id)
  const earlier = repeated < 0 ? countered : countered.slice(0, repeated)
  const left = reversibleMinor(
    payment.amountMinor,
    earlier.map((entry) => entry.amountMinor),
  )
  const taken = amountMinor === undefined ? left : BigInt(amountMinor)
  if (repeated >= 0) {
    if (countered[repeated]?.amountMinor !== String(-taken)) throw conflict()
    return readBalance(tx, invoiceId, now)
  }
  if (taken <= 0n || taken > left) throw createRefusal('TOO_MUCH', 409, { leftMinor: left.toString() })
  await insertPayment(tx, invoice, {
    ...payment,
    id,
    invoiceId,
    amountMinor: (-taken).toString(),
    ...(ofBank ?? { paidOn: await readCurrentDay(tx, now) }),
    reference: '',
    countersId: paymentId,
  })
  return readBalanceAndEnqueueReceipt(tx, invoiceId, now)
}

type StoredPayment = Pick<NewPayment, 'invoiceId' | 'amountMinor' | 'currency' | 'method'> & {
  countered: { id: PaymentId; amountMinor: string }[]
}

/** Returns a payment of the acting therapist with its counter-entries, oldest first. Refuses with NOT_FOUND, also for a counter-entry. */
async function readStoredPayment(tx: Tx, paymentId: PaymentId): Promise<StoredPayment> {
  const { rows } = await sql<StoredPayment>`
    select p.invoice_id as "invoiceId", p.amount_minor::text as "amountMinor", p.currency, p.method,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'amountMinor', c.amount_minor::text) order by c.recorded_at)
        from app.payment c
        where c.therapist_id = p.therapist_id and c.counters_id = p.id), '[]') as countered
    from app.payment p where p.id = ${paymentId} and p.counters_id is null`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Inserts a payment and its event, unless it is already recorded. Refuses with CONFLICT if the id was recorded with other values, and with
 * NOT_FOUND if the id belongs to something else.
 */
async function insertPayment(
  tx: Tx,
  invoice: InvoiceRow,
  payment: NewPayment & { countersId: PaymentId | null },
): Promise<void> {
  const { id, amountMinor, currency, paidOn, method, reference, providerId = null, countersId } = payment
  const { rows } = await sql`
    insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, reference, provider_id,
      counters_id)
    values (${id}, ${tx.actor.id}, ${invoice.id}, ${amountMinor}, ${currency}, ${paidOn}, ${method}, ${reference}, ${providerId},
      ${countersId})
    on conflict do nothing returning id`.execute(tx.kysely)
  if (!rows.length) return providerId === null ? checkRepeated(tx, payment) : undefined
  await recordInvoiceEvent(tx, invoice.id, 'payment', { amountMinor, currency, method, paidOn })
}

async function checkRepeated(tx: Tx, payment: Parameters<typeof insertPayment>[2]): Promise<void> {
  const { rows } = await sql<Record<string, string | null>>`
    select invoice_id as "invoiceId", amount_minor::text as "amountMinor", currency, paid_on::text as "paidOn", method, reference,
      counters_id as "countersId"
    from app.payment where therapist_id = ${tx.actor.id} and id = ${payment.id}`.execute(tx.kysely)
  const [recorded] = rows
  if (!recorded) throw notFound()
  const { id: _id, ...sent } = payment
  if (!isDeepStrictEqual({ ...recorded }, { ...sent, amountMinor: String(BigInt(sent.amountMinor)) })) throw conflict()
}
