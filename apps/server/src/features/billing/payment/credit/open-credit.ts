import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { creditIn, listInvoicesOfPayer, lockInvoiceRow, readInvoiceRow } from '../../invoice/invoice.ts'
import { moveCredit } from './credit.ts'
import { lockMoney } from './moved.ts'

/**
 * Opens the credit of the payer of a draft for the transaction that issues it: locks the overpaid invoices, so that nothing but the issued invoice
 * needs a lock after the series of numbers. Refuses with NOT_FOUND. After the issue, `spend` moves credit to the invoice, the oldest credit first,
 * and returns the ids of the counter-entries.
 */
export async function openCredit(tx: Tx, draftId: InvoiceId, now: Date) {
  await lockMoney(tx)
  const draft = await readInvoiceRow(tx, draftId)
  const readOverpaid = async () =>
    (await listInvoicesOfPayer(tx, draft, now)).filter(({ openMinor }) => openMinor.startsWith('-'))
  const locked = (await readOverpaid()).map(({ invoiceId }) => invoiceId).toSorted()
  for (const id of locked) await lockInvoiceRow(tx, id)
  const overpaid = (await readOverpaid()).filter(({ invoiceId }) => locked.includes(invoiceId))
  const spend = async (amountMinor: bigint): Promise<PaymentId[]> => {
    const moved: PaymentId[] = []
    let left = amountMinor
    for (const one of overpaid) {
      const credit = creditIn([one])
      const part = credit < left ? credit : left
      if (part === 0n) break
      const id = randomUUID() as PaymentId
      const move = { id, fromInvoiceId: one.invoiceId, toInvoiceId: draftId, amountMinor: String(part) }
      await moveCredit(tx, move, now)
      moved.push(id)
      left -= part
    }
    return moved
  }
  return { minor: creditIn(overpaid), spend }
}
