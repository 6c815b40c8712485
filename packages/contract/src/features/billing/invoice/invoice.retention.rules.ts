/**
 * The retention of issued documents by country of the business, in years after the calendar year of issue or of the latest payment, with the law.
 * Documents are kept for at least ten years even if the law requires fewer, because an invoice can be audited in a later year and an erasure cannot
 * be undone. `def.invoice_retention_years` in the database contains the same table.
 */
export const invoiceRetention: Record<string, { years: number; source: string }> = {
  DE: { years: 10, source: '§ 147 Abs. 3 AO, § 14b UStG (8 years for vouchers since 2025)' },
  AT: { years: 10, source: '§ 132 BAO (7 years); PThG (10 years for the records of a treatment)' },
  CH: { years: 10, source: 'Art. 958f OR, Art. 70 MWSTG' },
  FR: { years: 10, source: 'Art. L123-22 C. com. (10 years), art. L102 B LPF (6 years)' },
  ES: { years: 10, source: 'Art. 30 C. de c. (6 years), art. 66 bis LGT (10 years)' },
  US: { years: 10, source: 'IRS Publication 583 (up to 7 years), 42 CFR 422.504(d) (10 years)' },
  HR: { years: 11, source: 'Zakon o računovodstvu (11 years)' },
}
const defaultYears = 10

/**
 * Returns the last day (`YYYY-MM-DD`, in the zone of the business) on which a business must keep a document whose issue or last payment was on
 * `lastOn`. This is the last day of a later year. The document may be erased from the next day on.
 */
export function keptUntil(lastOn: string, country: string): string {
  const years = invoiceRetention[country]?.years ?? defaultYears
  return `${Number(lastOn.slice(0, 4)) + years}-12-31`
}
