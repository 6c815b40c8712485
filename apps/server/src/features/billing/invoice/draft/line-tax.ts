import { taxOf, type LineTax } from '@attune/contract/features/billing/business/business.rules'
import { borderTaxOf, type BorderTax } from '@attune/contract/features/billing/invoice/law/invoice.cross-border.rules'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { legalKindOf } from '@attune/contract/features/billing/payer/payer.rules'
import { translate } from '../../../../platform/text/translations.ts'
import type { InvoiceRow } from '../invoice.rows.ts'

type BilledPayer = Pick<Payer, 'kind' | 'organizationType' | 'country' | 'taxId'>

/** Returns the VAT treatment of taxed services for a payer. The default country of the payer is that of the business. */
export const borderTaxFor = (payer: BilledPayer, { country }: Pick<Business, 'country'>): BorderTax =>
  borderTaxOf({
    sellerCountry: country,
    buyerCountry: payer.country ?? country ?? '',
    buyerKind: legalKindOf(payer),
    hasTaxId: payer.taxId !== '',
  })

type TaxedDraft = {
  row: Pick<InvoiceRow, 'isFee' | 'language'>
  business: Business
  /** The payer. If absent, lines are taxed as in the country of the business. */
  payer?: BilledPayer
}

/**
 * Returns the tax of a line at home: damages are outside VAT, a line with its own rate has the standard category, others are taxed like the business.
 */
function homeTax({ row, business }: TaxedDraft, ownRateBp: number | null): LineTax {
  if (row.isFee)
    return {
      category: 'O',
      rateBp: 0,
      reasonCode: 'VATEX-EU-O',
      reason: translate(row.language, 'invoice.line.damages'),
    }
  return ownRateBp === null ? taxOf(business) : { category: 'S', rateBp: ownRateBp, reasonCode: '', reason: '' }
}

/** Returns the tax of a line. A line with VAT has another category if the payer is a business in another country. */
export function lineTax(draft: TaxedDraft, ownRateBp: number | null): LineTax {
  const { row, business, payer } = draft
  const home = homeTax(draft, ownRateBp)
  if (home.category !== 'S' || !payer) return home
  const reason = (key: string) => translate(row.language, `invoice.line.${key}`)
  const border = borderTaxFor(payer, business)
  if (border === 'reverse-charge')
    return { category: 'AE', rateBp: 0, reasonCode: 'VATEX-EU-AE', reason: reason('reverseCharge') }
  if (border === 'outside') return { category: 'O', rateBp: 0, reasonCode: 'VATEX-EU-O', reason: reason('taxedAbroad') }
  return home
}
