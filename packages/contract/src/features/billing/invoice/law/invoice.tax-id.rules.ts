import { isInEu } from '../../../../common/address/country.ts'
import type { LegalKind } from '../../payer/payer.rules.ts'

/** The facts of an invoice that decide whether it must contain the tax id of the payer. */
type Facts = {
  sellerCountry: string
  buyerCountry: string
  buyerKind: LegalKind
  currency: string
  grossMinor: string
}

/** The total above which an invoice must contain the payer's tax id, in cents. */
const freeTotals = { spain: 40_000n, austria: 1_000_000n }

/**
 * Whether an invoice must contain the payer's tax id by the law of the seller's country:
 * - Spain: the NIF of each payer at home (art. 6.1.d.3.º Real Decreto 1619/2012), unless the invoice is a simplified one of up to 400 € with VAT
 *   (art. 4.1.a). Both read on 27 November 2026 in copies of the decree, not in the official gazette.
 * - Austria: the UID of another business, if the total exceeds 10,000 € (§ 11 Abs. 1 UStG 1994, read on 27 November 2026 in the version of
 *   24 May 2007; decree BMF-010219/0244-VI/9/2006). An authority does not receive services for a business.
 * The amounts are in euros; a total in another currency counts as above the limit.
 */
export function needsTaxId({ sellerCountry, buyerCountry, buyerKind, currency, grossMinor }: Facts): boolean {
  const exceeds = (limit: bigint) => currency !== 'EUR' || BigInt(grossMinor) > limit
  if (sellerCountry === 'ES') return buyerCountry === 'ES' && exceeds(freeTotals.spain)
  if (sellerCountry !== 'AT') return false
  return (buyerKind === 'company' || buyerKind === 'insurer') && exceeds(freeTotals.austria)
}

/**
 * The name of the tax id in a country: NIF in Spain, UID in Austria and Switzerland, the VAT id in other countries of the EU, in the United Kingdom
 * and in Norway; `taxId` elsewhere.
 */
export function taxIdNameOf(country: string | null): 'nif' | 'uid' | 'vatId' | 'taxId' {
  if (country === 'ES') return 'nif'
  if (country === 'AT' || country === 'CH') return 'uid'
  return isInEu(country) || country === 'GB' || country === 'NO' ? 'vatId' : 'taxId'
}
