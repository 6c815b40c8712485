/** The bases of the DATEV export: revenue is booked when an invoice is issued, or when it is paid (the German EÜR). */
export const datevBases = ['accrual', 'cash'] as const
export type DatevBasis = (typeof datevBases)[number]

/** The bases of the DATEV export, each by the first year to which it applies. The earliest basis also applies to the years before it. */
export type DatevBasisYears = Readonly<Record<string, DatevBasis>>

/** Returns the proposed basis of a practice in a country. */
export const proposedDatevBasis = (country: string | null): DatevBasis => (country === 'DE' ? 'cash' : 'accrual')

/** Returns the basis of a year, which is the proposed one if none was chosen or exported. */
export function datevBasisIn(bases: DatevBasisYears, year: number, proposed: DatevBasis): DatevBasis {
  const years = Object.keys(bases)
    .map(Number)
    .toSorted((one, other) => one - other)
  const from = years.findLast((one) => one <= year) ?? years[0]
  return (from === undefined ? undefined : bases[from]) ?? proposed
}

/** Whether the basis of a year can no longer change, because a period of it or of a later year was exported. */
export const isDatevBasisFixed = (exportedUntil: number | null, year: number) =>
  exportedUntil !== null && year <= exportedUntil
