import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { api, createId } from '../../../../platform/api/api.ts'
import { creditMoves } from './credit-moves.ts'

/** Pays the open amount of an issued invoice with the credit of its payer, the oldest credit first. Repeating it uses nothing twice. */
export async function payWithCredit({ id, openMinor }: Pick<InvoiceView, 'id' | 'openMinor'>): Promise<void> {
  let left = BigInt(openMinor)
  if (left <= 0n) return
  const online = { context: { offline: 'fail' } } as const
  const credit = await api.payment.credit({ invoiceId: id }, online)
  for (const { fromInvoiceId, toInvoiceId, minor } of creditMoves({ id, openMinor }, credit)) {
    const part = BigInt(minor) < left ? BigInt(minor) : left
    if (part === 0n) return
    await api.payment.moveCredit({ id: createId(), fromInvoiceId, toInvoiceId, amountMinor: String(part) }, online)
    left -= part
  }
}
