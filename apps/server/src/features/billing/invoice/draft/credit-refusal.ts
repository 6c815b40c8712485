import { isInEu } from '@attune/contract/common/address/country'
import { issueRefusal } from '@attune/contract/features/billing/business/business.rules'
import { missingScriptOf } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { payerPlaceOf, systemRefusal } from '@attune/contract/features/billing/invoice/law/invoice.systems.rules'
import { legalKindOf } from '@attune/contract/features/billing/payer/payer.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { readPayers } from '../../payer/payer.ts'
import type { InvoiceRow } from '../invoice.rows.ts'

/** Refuses the reason of a credit note with LETTERS if PDFs cannot show its letters. */
export function checkReasonIsPrintable(reason: string): void {
  const script = missingScriptOf([reason])
  if (script !== null) throw createRefusal('LETTERS', 409, { script })
}

/**
 * Refuses a credit note that may not legally be issued with Attune. Refuses with VERIFACTU, from the day on which VeriFactu applies, if the business
 * is in Spain now or was when the invoice was issued. Refuses with SYSTEM_REQUIRED if the invoice, issued today, would need a state's invoicing
 * system. In the EU, a document that amends an invoice is treated as an invoice (Art. 219 Directive 2006/112/EC, at deubner-steuern.de and
 * vatupdate.com, read on 27 November 2026). No such rule was found for countries outside the EU, nor for countries that are missing in the table of
 * systems, so their credit notes are not refused.
 */
export async function checkCreditIsLawful(
  tx: Tx,
  { payerId }: Pick<InvoiceRow, 'payerId'>,
  sheet: InvoiceDocument,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const { seller, buyer, taxes } = sheet
  const business = await readBusiness(tx)
  const issuers = business ? [seller, business] : [seller]
  if (issuers.some((issuer) => issueRefusal(issuer, today) === 'verifactu')) throw createRefusal('VERIFACTU', 409)
  if (!isInEu(seller.country)) return
  const payer = payerId === null ? undefined : (await readPayers(tx, [payerId], now)).get(payerId)
  const system = systemRefusal({
    country: seller.country,
    payerKind: legalKindOf({ kind: buyer.kind, organizationType: payer?.organizationType ?? null }),
    place: payerPlaceOf(seller.country, buyer.country),
    today,
    isExempt: taxes.every(({ category }) => category === 'E'),
  })
  if (system !== null && system !== 'unknown') throw createRefusal('SYSTEM_REQUIRED', 409, { system })
}
