import { expect, test } from 'vitest'
import { retentionYearsRange } from '../../practice/administration/administration.rules.ts'
import { proposedRetention, retentionLaws, usualRetentionYears } from './retention-laws.rules.ts'

test('each country with a source has years that an admin can enter, and a short source', () => {
  for (const [country, { years, source }] of Object.entries(retentionLaws)) {
    expect(country).toMatch(/^[A-Z]{2}$/)
    expect(years).toBeGreaterThanOrEqual(retentionYearsRange.least)
    expect(years).toBeLessThanOrEqual(retentionYearsRange.most)
    expect(source.length).toBeGreaterThan(5)
    expect(source.length).toBeLessThan(90)
  }
})

test('a country without a source, and a practice without a country, get ten years without a source', () => {
  expect([proposedRetention('ZZ'), proposedRetention(null)]).toEqual([
    { years: usualRetentionYears, source: null },
    { years: usualRetentionYears, source: null },
  ])
  expect(proposedRetention('DE')).toEqual({ years: 10, source: '§ 630f Abs. 3 BGB' })
})
