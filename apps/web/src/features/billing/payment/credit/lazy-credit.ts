import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

export const LazyCreditOfDraft = lazyNamed(() => import('./CreditOfDraft.tsx'), 'CreditOfDraft')

/** Pays an issued invoice with the credit of its payer. Returns whether that worked. */
export async function spendsCredit(invoice: InvoiceView): Promise<boolean> {
  try {
    const { payWithCredit } = await import('./spend-credit.ts')
    await payWithCredit(invoice)
    return true
  } catch {
    return false
  }
}
