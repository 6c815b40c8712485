import type { PaymentId } from '@attune/contract/common/ids'
import type { InvoiceBalance } from '@attune/contract/features/billing/payment/payment'
import { reversibleMinor } from '@attune/contract/features/billing/payment/payment.rules'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { lockInvoiceRow, readInvoiceRow } from '../invoice/invoice.ts'
import { readBalance } from './payment.balance.ts'
import { creditId, isRecorded, listParts, lockMoney, readMovedFrom } from './credit/moved.ts'
import { readCurrentDay } from './payment.day.ts'
import { insertPayment, type NewPayment, readBalanceAndEnqueueReceipt } from './payment.insert.ts'

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

type Reversal = {
  id: PaymentId
  paymentId: PaymentId
  amountMinor?: string | undefined
  /**
   * The return of the money: its day and method, and the id of the entry in a bank file. If given, an amount that is taken from a moved payment is
   * not moved back. If absent, the counter-entry is dated today and has the method of the payment.
   */
  back?: { paidOn: string; method: NewPayment['method']; providerId?: string }
}

/**
 * Reverses `amountMinor` of a payment, or its remainder, by a counter-entry. If the remaining amount is lower than the receipt states, a trigger
 * withdraws the receipt; an invoice that is still paid, because a part was credited, gets a new one. Repeating the call with the same id and values
 * changes nothing. Refuses with NOT_FOUND, with TOO_MUCH above the remainder, and with CONFLICT if the id was recorded with other values.
 */
export async function reversePayment(
  tx: Tx,
  { id, paymentId, amountMinor, back }: Reversal,
  now: Date,
): Promise<InvoiceBalance> {
  const { invoiceId, method } = await readStoredPayment(tx, paymentId)
  if (method === 'credit') await lockMoney(tx)
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
  const counter = {
    ...payment,
    id,
    invoiceId,
    amountMinor: (-taken).toString(),
    ...(back ?? { paidOn: await readCurrentDay(tx, now) }),
    reference: '',
    countersId: paymentId,
  }
  await insertPayment(tx, invoice, counter)
  if (counter.method === 'credit') await moveBack(tx, { ...counter, amountMinor: taken.toString() }, now)
  return readBalanceAndEnqueueReceipt(tx, invoiceId, now)
}

/**
 * Reverses the remainder of a payment, and its parts that were moved to other invoices as credit, as of today. Repeating the call with the same id
 * changes nothing. Refuses with NOT_FOUND, and with TOO_MUCH if nothing is left.
 */
export async function reverseWithCredit(
  tx: Tx,
  { id, paymentId }: Pick<Reversal, 'id' | 'paymentId'>,
  now: Date,
): Promise<InvoiceBalance> {
  await lockMoney(tx)
  const { invoiceId, method } = await readStoredPayment(tx, paymentId)
  if (await isRecorded(tx, id)) return readBalance(tx, invoiceId, now)
  const parts = await listParts(tx, paymentId)
  if (parts.length === 0) throw createRefusal('TOO_MUCH', 409, { leftMinor: '0' })
  const back = { paidOn: await readCurrentDay(tx, now), method }
  for (const [at, part] of parts.entries())
    await reversePayment(tx, { id: at === 0 ? id : (randomUUID() as PaymentId), paymentId: part, back }, now)
  return readBalance(tx, invoiceId, now)
}

/** Adds the amount of a counter-entry to the invoice from which the reversed payment was moved. Does nothing if it was not moved. */
async function moveBack(
  tx: Tx,
  { countersId, ...counter }: NewPayment & { countersId: PaymentId },
  now: Date,
): Promise<void> {
  const invoiceId = await readMovedFrom(tx, countersId)
  if (invoiceId === null) return
  await lockInvoiceRow(tx, invoiceId)
  const back = {
    ...counter,
    id: randomUUID() as PaymentId,
    invoiceId,
    providerId: creditId(counter.id),
    countersId: null,
  }
  await insertPayment(tx, await readInvoiceRow(tx, invoiceId), back)
  await readBalanceAndEnqueueReceipt(tx, invoiceId, now)
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
