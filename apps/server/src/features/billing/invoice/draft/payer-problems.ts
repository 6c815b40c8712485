import { needsPostalCode } from '@attune/contract/common/address/country'
import { missingScriptOf, recipientTexts } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { isWithoutAddress } from '@attune/contract/features/billing/invoice/law/invoice.small-total.rules'
import { payerPlaceOf, systemRefusal } from '@attune/contract/features/billing/invoice/law/invoice.systems.rules'
import { needsTaxId } from '@attune/contract/features/billing/invoice/law/invoice.tax-id.rules'
import { issueRefusal } from '@attune/contract/features/billing/business/business.rules'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { isWrongLeitwegId } from '@attune/contract/features/billing/payer/payer.leitweg.rules'
import { legalKindOf } from '@attune/contract/features/billing/payer/payer.rules'
import { taxIdProblem } from '@attune/contract/features/billing/payer/payer.tax-id.rules'
import { mayBill } from '../../payer/payer.ts'
import { borderTaxFor } from './line-tax.ts'

type PaidDraft = { payer: Payer; business: Business }

/** Returns the fields of the payer that are missing or wrong on an invoice with this content, if it were issued today. */
export function payerFieldProblems(draft: PaidDraft, sheet: InvoiceDocument): (string | false)[] {
  const { payer } = draft
  const refusal = refusalOf(draft, sheet)
  const needsAddress = !isWithoutAddress({ ...sheet, payerKind: legalKindOf(payer) })
  return [
    !mayBill(payer) && 'agreement',
    !payer.name && 'name',
    needsAddress && !payer.street && 'street',
    needsAddress && !payer.postalCode && needsPostalCode(sheet.buyer.country || null) && 'postalCode',
    needsAddress && !payer.city && 'city',
    payer.kind === 'organization' && isWrongLeitwegId(payer.buyerReference, sheet.buyer.country) && 'leitwegId',
    taxIdProblemOf(draft, sheet),
    borderProblem(draft, sheet),
    refusal !== null && refusal !== 'unknown' && `system.${refusal}`,
    scriptProblem(recipientTexts(payer)),
  ]
}

/** Returns the problem with texts that have letters of a script that PDFs cannot show. */
export function scriptProblem(texts: readonly (string | null)[]): string | false {
  const script = missingScriptOf(texts)
  return script !== null && `script.${script}`
}

/** Returns the system that the invoice needs and Attune does not support; null if it needs none, or if the business cannot issue at all. */
function refusalOf({ payer, business }: PaidDraft, { seller, buyer, issuedOn, taxes }: InvoiceDocument) {
  if (business.country === null || issueRefusal(business, issuedOn) !== null) return null
  return systemRefusal({
    country: seller.country,
    payerKind: legalKindOf(payer),
    place: payerPlaceOf(seller.country, buyer.country),
    today: issuedOn,
    isExempt: taxes.every(({ category }) => category === 'E'),
  })
}

/** Returns the problem with the payer's tax id if it is wrong, or if it is missing although the seller's country demands it. */
function taxIdProblemOf({ payer }: PaidDraft, { seller, buyer, currency, grossMinor }: InvoiceDocument) {
  if (taxIdProblem(payer.taxId, buyer.country) !== null) return 'taxIdWrong'
  const countries = { sellerCountry: seller.country, buyerCountry: buyer.country }
  const isNeeded = needsTaxId({ ...countries, buyerKind: legalKindOf(payer), currency, grossMinor })
  return isNeeded && !payer.taxId && 'taxId'
}

/** Returns the problem if reverse charge lacks the VAT id of the payer, or if lines have VAT that a payer abroad may not owe. */
function borderProblem({ payer, business }: PaidDraft, { taxes }: InvoiceDocument) {
  const has = (category: string) => taxes.some((group) => group.category === category)
  if (has('AE')) return !payer.taxId && 'reverseChargeId'
  return has('S') && borderTaxFor(payer, business) === 'unknown' && 'taxedAbroad'
}

/** Returns the fields of the business that this payer needs: its VAT id for reverse charge, and a country whose law on invoices is known. */
export const businessProblemsFor = (draft: PaidDraft, sheet: InvoiceDocument): (string | false)[] => [
  sheet.taxes.some(({ category }) => category === 'AE') && !draft.business.vatId && 'reverseChargeId',
  refusalOf(draft, sheet) === 'unknown' && 'unknown-country',
]
