import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import type { paymentMethods } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceBalance } from '@attune/contract/features/billing/payment/payment'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import { type InvoiceRow, recordInvoiceEvent } from '../invoice/invoice.ts'
import { readBalance } from './payment.balance.ts'

type PaymentMethod = (typeof paymentMethods)[number]
export type NewPayment = {
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
 * Returns the status and the amounts of an invoice. If nothing is open, enqueues the job for the receipt, which does nothing if there is a valid
 * one.
 */
export async function readBalanceAndEnqueueReceipt(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<InvoiceBalance> {
  const balance = await readBalance(tx, invoiceId, now)
  if (BigInt(balance.openMinor) <= 0n)
    await enqueue(tx, { name: 'payment-receipt', data: { invoiceId, therapistId: tx.actor.id } })
  return balance
}

/**
 * Inserts a payment and its event, unless it is already recorded. Refuses with CONFLICT if the id was recorded with other values, and with
 * NOT_FOUND if the id belongs to something else.
 */
export async function insertPayment(
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
