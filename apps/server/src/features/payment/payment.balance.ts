import { openMinor, statusOf } from '@attune/contract/features/invoice.rules'
import type { InvoiceBalance } from '@attune/contract/features/payment'
import type { Tx } from '../../platform/database/actor.ts'
import { invoiceRow } from '../invoice/invoice.ts'
import { currentDay } from './payment.day.ts'

/** Returns what an invoice of the acting therapist comes to at the time `now`. Refuses with NOT_FOUND. */
export async function balanceOf(tx: Tx, invoiceId: string, now: Date): Promise<InvoiceBalance> {
  const [invoice, today] = await Promise.all([invoiceRow(tx, invoiceId), currentDay(tx, now)])
  const { currency, paidMinor, creditedMinor } = invoice
  return {
    status: statusOf(invoice, today),
    currency,
    paidMinor,
    creditedMinor,
    openMinor: openMinor(invoice).toString(),
  }
}
