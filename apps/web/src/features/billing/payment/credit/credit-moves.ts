import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { PayerCredit } from '@attune/contract/features/billing/payment/payment'

/** A move of credit that is possible, with the other invoice. */
export type CreditMove = {
  key: string
  number: string
  /** The credit on the other invoice, or its open amount. */
  minor: string
  /** The maximum amount that can be moved: neither more than the credit nor more than the open amount. */
  mostMinor: string
  fromInvoiceId: InvoiceId
  toInvoiceId: InvoiceId
}

/** Returns the moves of credit to or from an invoice: to each open invoice of the payer if it is overpaid, from each overpaid one if it is open. */
export function creditMoves(
  { id, openMinor }: Pick<InvoiceView, 'id' | 'openMinor'>,
  { credits, open }: PayerCredit,
): CreditMove[] {
  const isOverpaid = openMinor.startsWith('-')
  const own = openMinor.replace('-', '')
  const move = (invoiceId: InvoiceId, number: string, minor: string): CreditMove => ({
    key: invoiceId,
    number,
    minor,
    mostMinor: BigInt(minor) < BigInt(own) ? minor : own,
    ...(isOverpaid ? { fromInvoiceId: id, toInvoiceId: invoiceId } : { fromInvoiceId: invoiceId, toInvoiceId: id }),
  })
  return isOverpaid
    ? open.map((one) => move(one.invoiceId, one.number, one.openMinor))
    : credits.map((one) => move(one.invoiceId, one.number, one.amountMinor))
}
