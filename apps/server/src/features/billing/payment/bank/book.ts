import type { InvoiceId } from '@attune/contract/common/ids'
import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'
import type { InvoiceStatus } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { recordPayment } from '../payment.record.ts'

/** Returns the provider id of a payment from an entry of a bank file. It is unique among a therapist's payments. */
export const bankPaymentId = (key: string) => `bank:${key}`

/**
 * Records the payments of reviewed entries of a bank file, and returns the invoices with their status. Entries that were
 * booked before are counted in `known` and change nothing. Refuses like `recordPayment`.
 */
export async function bookBankEntries(
  tx: Tx,
  items: readonly BankBooking[],
  now: Date,
): Promise<{ booked: { key: string; invoiceId: InvoiceId; status: InvoiceStatus }[]; known: number }> {
  const { rows } = await tx.run<{ id: string }>(
    'select provider_id as id from app.payment where therapist_id = $1 and provider_id = any($2)',
    [tx.actor.id, items.map(({ key }) => bankPaymentId(key))],
  )
  const known = new Set(rows.map(({ id }) => id))
  const fresh = items.filter(({ key }) => !known.has(bankPaymentId(key)))
  const booked = []
  // The payments are sorted by invoice, so that two parallel calls do not deadlock.
  for (const { key, ...payment } of fresh.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1))) {
    const providerId = bankPaymentId(key)
    if (known.has(providerId)) continue
    known.add(providerId)
    const { status } = await recordPayment(
      tx,
      { ...payment, id: randomUUID(), method: 'bank-transfer', reference: '', providerId },
      now,
    )
    booked.push({ key, invoiceId: payment.invoiceId, status })
  }
  return { booked, known: items.length - booked.length }
}
