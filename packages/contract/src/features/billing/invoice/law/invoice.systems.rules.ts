import { isInEu } from '../../../../common/address/country.ts'
import type { LegalKind } from '../../payer/payer.rules.ts'
import { systemsOfCountries, type InvoiceSystem, type PayerPlace } from './invoice.system-lines.rules.ts'

/** Returns the place of a payer, seen from the business. An unknown country counts as that of the business. */
export function payerPlaceOf(sellerCountry: string, buyerCountry: string): PayerPlace {
  if (buyerCountry === '' || buyerCountry === sellerCountry) return 'home'
  return isInEu(buyerCountry) ? 'eu' : 'outside'
}

/** The facts of an invoice that decide whether it must go through a system of the state. */
type Facts = {
  country: string
  payerKind: LegalKind
  place: PayerPlace
  /** The day of the issue (`YYYY-MM-DD`). */
  today: string
  /** Whether all lines are exempt from VAT. */
  isExempt: boolean
}

/** Returns the system that an invoice needs and Attune does not support; `unknown` if no line covers it, null if it needs none. */
export function systemRefusal({ country, payerKind, place, today, isExempt }: Facts): InvoiceSystem | 'unknown' | null {
  const lines = (systemsOfCountries[country] ?? []).filter(
    ({ payers, places }) => payers.includes(payerKind) && places.includes(place),
  )
  if (!lines.length) return 'unknown'
  const needed = lines.find(({ from, isForTaxedOnly }) => from <= today && !(isForTaxedOnly && isExempt))
  return needed?.system ?? null
}

/**
 * Returns the systems that some invoices of a business in a country need now or later, in the order of the table; null for a country without lines.
 */
export const systemsIn = (country: string): InvoiceSystem[] | null => {
  const lines = systemsOfCountries[country]
  return lines ? [...new Set(lines.flatMap(({ system }) => system ?? []))] : null
}
