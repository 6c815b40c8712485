import { divRound } from '../../../../common/money/money.ts'
import type { LegalKind } from '../../payer/payer.rules.ts'

/** The facts of an invoice that decide whether its payer withholds income tax. Days are `YYYY-MM-DD`. */
type Facts = {
  sellerCountry: string
  buyerCountry: string
  buyerKind: LegalKind
  issuedOn: string
  /** The setting: the rate in basis points, the day from which it applies (`from`), and the rate before that day (`beforeBp`). */
  rateBp: number
  from: string | null
  beforeBp: number
}

/**
 * Returns the rate in basis points at which the payer withholds income tax (IRPF) of a professional in Spain; 0 if none is withheld. Legal persons
 * and other entities with their seat in Spain withhold, among them insurers and authorities (art. 76.1.a Real Decreto 439/2007, as quoted in the
 * binding ruling DGT V2548-23). Persons who are in business withhold too (art. 76.1.b: 'los contribuyentes que ejerzan actividades económicas, cuando
 * satisfagan rentas en el ejercicio de sus actividades', in the same ruling); such a person is entered as an organization of the type `company`.
 * Other persons do not. Entities abroad withhold only with an establishment in Spain (art. 76.1.c), so the country of the payer's address decides.
 * Read on 27 November 2026.
 */
export function withholdingRateOf({ sellerCountry, buyerCountry, buyerKind, issuedOn, ...setting }: Facts): number {
  if (sellerCountry !== 'ES' || buyerCountry !== 'ES' || buyerKind === 'person') return 0
  return setting.from !== null && issuedOn < setting.from ? setting.beforeBp : setting.rateBp
}

/**
 * Returns the amount that is withheld: the rate of the income without VAT (art. 95.1: 'ingresos íntegros satisfechos'). With the net amount of
 * earlier credit notes in `beforeMinor`, returns the share of the next one, so that all together add up to the share of the invoice.
 */
export function withheldOf(netMinor: bigint, rateBp: number, beforeMinor = 0n): bigint {
  const share = (minor: bigint) => divRound(minor * BigInt(rateBp), 10_000n)
  return share(beforeMinor + netMinor) - share(beforeMinor)
}
