import { isInEu } from '../../../../common/address/country.ts'
import type { LegalKind } from '../../payer/payer.rules.ts'

/** The facts of an invoice that decide in which country its services are taxed. */
type Facts = {
  sellerCountry: string | null
  /** Empty if it is unknown. */
  buyerCountry: string
  buyerKind: LegalKind
  hasTaxId: boolean
}

/**
 * The tax treatment, for a payer, of services that are taxable at home: as at home, owed by the payer in another country of the EU, not taxed by the
 * seller's country at all, or subject to a rule that Attune does not contain.
 */
export type BorderTax = 'home' | 'reverse-charge' | 'outside' | 'unknown'

/**
 * Returns the tax treatment of services with VAT for a payer. Exempt services and those outside VAT are not affected. Sources, all read on
 * 27 November 2026:
 * - A business of another country receives services in its own country, inside and outside the EU (Art. 44 Directive 2006/112/EC; § 3a Abs. 2 UStG
 *   in Haufe, Schwarz/Widmann/Radeisen, § 3a UStG Rz. 100; § 3a Abs. 6 UStG 1994 in 360.lexisnexis.at).
 * - In the EU, it owes the tax (Art. 196), and the invoice contains its VAT id, that of the seller, and 'Reverse charge' (Art. 226 No. 3, 4, 11a;
 *   § 14a Abs. 1 UStG in Haufe Rz. 15; § 11 Abs. 1a UStG 1994).
 * - An authority without a VAT id counts as a consumer (§ 3a Abs. 2 Satz 3 UStG in Haufe Rz. 100a), whom the seller's country taxes.
 * - Switzerland taxes therapy at home, other services where the payer is (Art. 8 MWSTG, gate.estv.admin.ch). Attune cannot tell whether a
 *   line is therapy. The rules of other countries outside the EU were not read. Monaco is treated as France by a rule that was not read.
 */
export function borderTaxOf({ sellerCountry, buyerCountry, buyerKind, hasTaxId }: Facts): BorderTax {
  if (buyerKind === 'person' || buyerCountry === '' || sellerCountry === buyerCountry) return 'home'
  if (!isInEu(sellerCountry) || buyerCountry === 'MC') return 'unknown'
  const isConsumer = buyerKind === 'authority' && !hasTaxId
  if (isInEu(buyerCountry)) return isConsumer ? 'home' : 'reverse-charge'
  return buyerKind === 'authority' ? 'unknown' : 'outside'
}
