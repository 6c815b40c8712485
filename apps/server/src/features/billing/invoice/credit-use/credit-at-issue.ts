import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { payableMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { Tx } from '../../../../platform/database/actor.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'

/** The credit of the payer of a draft, which no other transaction can use until this one ends. */
type OpenCredit = {
  minor: bigint
  /** Pays the issued invoice with a part of the credit, the oldest credit first. Returns the ids of the payments. */
  spend: (amountMinor: bigint) => Promise<PaymentId[]>
}
type CreditOpener = (tx: Tx, draftId: InvoiceId, now: Date) => Promise<OpenCredit>

let openCredit: CreditOpener | null = null

/**
 * Sets the function that opens the credit of a payer. The payments feature calls this once, because it uses the invoice feature, and features must
 * not use each other in a circle.
 */
export function provideCredit(opener: CreditOpener): void {
  openCredit = opener
}

/**
 * Opens the credit of the payer of a draft. Called before the draft is locked, because credit that is moved later locks in this order too. Refuses
 * with NOT_FOUND.
 */
export function openCreditOfDraft(tx: Tx, draftId: InvoiceId, now: Date): Promise<OpenCredit> {
  if (!openCredit) throw new Error('no feature has provided the credit of payers')
  return openCredit(tx, draftId, now)
}

/**
 * Returns the part of the credit that pays the invoice. Refuses with CREDIT_CHANGED and the current credit if the shown credit would have paid
 * another amount, because the number of an invoice is final and its email names the amount that is left to pay.
 */
export function creditToSpend(
  { minor }: OpenCredit,
  sheet: Pick<InvoiceDocument, 'grossMinor' | 'withholding'>,
  shownMinor: string | undefined,
): bigint {
  const payable = payableMinor(sheet)
  const upTo = (credit: bigint) => (credit < payable ? credit : payable)
  if (shownMinor !== undefined && upTo(BigInt(shownMinor)) !== upTo(minor))
    throw createRefusal('CREDIT_CHANGED', 409, { creditMinor: String(minor) })
  return upTo(minor)
}

/** Pays the issued invoice with credit. Each payment is audited like credit that a therapist moves by hand. */
export async function spendCredit(tx: Tx, credit: OpenCredit, amountMinor: bigint, requestId: string): Promise<void> {
  for (const resourceId of await credit.spend(amountMinor))
    await insertAudit(tx, { action: 'record', resource: 'payment', resourceId, requestId })
}
