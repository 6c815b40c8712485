import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'
import type { InvoiceStatus } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { lockMoney } from '../credit/moved.ts'
import { readCurrentDay } from '../payment.day.ts'
import { recordPayment, reversePayment } from '../payment.record.ts'

/** Returns the provider id of a payment from an entry of a bank file. It is unique among a therapist's payments. */
export const bankPaymentId = (key: string) => `bank:${key}`

/** Returns the provider id of a part of an entry. The first part has that of the entry. */
const bankPartId = (key: string, at: number) => (at === 0 ? bankPaymentId(key) : `${bankPaymentId(key)}/${at + 1}`)

/** Returns the ids of those entries that are already recorded. */
async function listRecordedIds(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.run<{ id: string }>(
    'select provider_id as id from app.payment where therapist_id = $1 and provider_id = any($2)',
    [tx.actor.id, keys.map(bankPaymentId)],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records the payments of reviewed entries of a bank file, and returns the invoices with their status. Items with the same key are the parts of one
 * entry. Entries that were booked before are counted in `known` and change nothing. Refuses like `recordPayment`.
 */
export async function bookBankEntries(
  tx: Tx,
  items: readonly BankBooking[],
  now: Date,
): Promise<{ booked: { key: string; invoiceId: InvoiceId; status: InvoiceStatus }[]; known: number }> {
  await lockMoney(tx)
  const keys = new Set(items.map(({ key }) => key))
  const recorded = await listRecordedIds(tx, [...keys])
  const isKnown = (key: string) => recorded.has(bankPaymentId(key))
  const parts = new Map<string, InvoiceId[]>()
  const booked = []
  // The payments are sorted by invoice, so that a call does not deadlock with other changes of several invoices.
  for (const { key, ...payment } of items.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1))) {
    const before = parts.get(key) ?? []
    if (isKnown(key) || before.includes(payment.invoiceId)) continue
    parts.set(key, [...before, payment.invoiceId])
    const providerId = bankPartId(key, before.length)
    const { status } = await recordPayment(
      tx,
      { ...payment, id: randomUUID(), method: 'bank-transfer', reference: '', providerId },
      now,
    )
    booked.push({ key, invoiceId: payment.invoiceId, status })
  }
  return { booked, known: [...keys].filter(isKnown).length }
}

type BankReversal = { key: string; paidOn: string; items: readonly { paymentId: PaymentId; amountMinor: string }[] }

/**
 * Reverses the payments that an entry of a bank file takes back, on its day. Does nothing if it is recorded already. Refuses like `reversePayment`.
 */
export async function reverseBankEntry(tx: Tx, { key, paidOn, items }: BankReversal, now: Date): Promise<void> {
  if (paidOn > (await readCurrentDay(tx, now))) throw createRefusal('FUTURE_DAY', 409)
  await lockMoney(tx)
  if ((await listRecordedIds(tx, [key])).size > 0) return
  for (const [at, item] of items.entries()) {
    const back = { paidOn, method: 'bank-transfer', providerId: bankPartId(key, at) } as const
    await reversePayment(tx, { ...item, id: randomUUID() as PaymentId, back }, now)
  }
}
