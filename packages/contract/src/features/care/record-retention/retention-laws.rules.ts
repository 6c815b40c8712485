/**
 * The number of years for which a record is kept after its end, by country, with the law or the guideline. Where a country has several periods, the
 * longest is proposed, because an erasure cannot be undone.
 */
export const retentionLaws: Readonly<Record<string, { years: number; source: string }>> = {
  DE: { years: 10, source: '§ 630f Abs. 3 BGB' },
  AT: { years: 10, source: '§ 51 Abs. 3 ÄrzteG 1998, Psychotherapiegesetz' },
  CH: { years: 20, source: 'Art. 128a OR; kantonale Gesundheitsgesetze (10–20)' },
  LU: { years: 10, source: 'Loi du 24 juillet 2014, art. 15' },
  FR: { years: 20, source: 'Art. R1112-7 CSP' },
  BE: { years: 30, source: 'Loi du 22 avril 2019, art. 35 / Wet van 22 april 2019, art. 35' },
  NL: { years: 20, source: 'Art. 7:454 BW' },
  ES: { years: 5, source: 'Ley 41/2002, art. 17 (comunidades autónomas: 5–15)' },
  GB: { years: 20, source: 'NHS Records Management Code of Practice (mental health 20, other adults 8)' },
  SE: { years: 10, source: 'Patientdatalag (2008:355), 3 kap. 17 §' },
  PL: { years: 20, source: 'Ustawa o prawach pacjenta, art. 29' },
  US: { years: 7, source: 'APA Record Keeping Guidelines (2007); state laws differ' },
  AU: { years: 7, source: 'HRIP Act 2002 (NSW), s 25; Health Records Act 2001 (Vic)' },
  NZ: { years: 10, source: 'Health (Retention of Health Information) Regulations 1996' },
}

/** The years that are proposed for a country without a known source. */
export const usualRetentionYears = 10

/** Returns the proposed years for a country with their source; null as the source if none is known. */
export function proposedRetention(country: string | null): { years: number; source: string | null } {
  const law = country === null ? undefined : retentionLaws[country]
  return law ?? { years: usualRetentionYears, source: null }
}
