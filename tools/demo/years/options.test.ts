import { expect, test } from 'vitest'
import { growthLimits } from './limits.ts'
import { yearsOf } from './options.ts'
import { isSteady } from './sizes.ts'

test('years and therapists are whole numbers that go together, and neither is needed', () => {
  expect([yearsOf([]), yearsOf(['--years', '5', '--therapists=20'])]).toEqual([null, { years: 5, therapists: 20 }])
  expect(() => yearsOf(['--years', '5'])).toThrow('--therapists is missing')
  expect(() => yearsOf(['--years', '0', '--therapists', '2'])).toThrow("from 1 to 20, not '0'")
  expect(() => yearsOf(['--years', '2', '--therapists', 'many'])).toThrow("from 1 to 50, not 'many'")
})

const facts = {
  data: { bytes: 10e9, perYear: 2e9 },
  disk: { free: 100e9, total: 200e9 },
  memory: 8e9,
  highestInvoice: 300,
  highestId: 2_000_000,
  cleaning: { perSecond: 20_000, perYear: 100_000 },
}

test('the first limit is the one that a practice meets first', () => {
  // 100 GB free, less 15 % of the disk and twice the data, are 50 GB. Each year takes 2 GB, and 4 GB more for a backup.
  const years = (changed: object) =>
    Object.fromEntries(growthLimits({ ...facts, ...changed }).map((limit) => [limit.name, limit.years]))
  expect(years({}).disk).toBeCloseTo(50 / 6)
  expect(growthLimits(facts)[0]?.name).toBe('memory')
  expect(growthLimits({ ...facts, memory: 64e9 })[0]?.name).toBe('disk')
  expect(years({ highestInvoice: 999_999 })['invoice numbers']).toBe(0)
  expect(years({ cleaning: { perSecond: 10, perYear: 100_000 } })['daily cleanup']).toBe(0)
})

test.each([
  ['1 year by def.delete_old_mails (after it was queued)', true],
  ['1 hour by deleteOldChanges (after the change)', true],
  ['10 years by def.delete_old_accesses (after the reading)', false],
  ['few (one row per account)', true],
  ['30 days by purgeDocuments (after its therapist deletes it)', false],
  ['record', false],
  ['for ever (decision 0106)', false],
])('a table that is kept %s has stopped growing after five years: %s', (kept, steady) => {
  expect(isSteady(kept, 5)).toBe(steady)
})
