import { utcDay } from '../../../common/time/time.testing.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../common/runs.testing.ts'
import { shiftDay, wallClockOf } from '../../../common/time/time.ts'
import { invoiceRetention, keptUntil } from './invoice.retention.rules.ts'

const countries = [...Object.keys(invoiceRetention), 'SE', '']
const Day = fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map(utcDay)

test('what was issued in a year is kept until the last day of the tenth year after it, in Croatia of the eleventh', () => {
  expect(keptUntil('2026-01-01', 'DE')).toBe('2036-12-31')
  expect(keptUntil('2026-12-31', 'DE')).toBe('2036-12-31')
  expect(keptUntil('2028-02-29', 'FR')).toBe('2038-12-31')
  expect(keptUntil('2026-05-04', 'HR')).toBe('2037-12-31')
  expect(keptUntil('2026-05-04', 'SE')).toBe('2036-12-31')
})

test('no document is kept for less than ten full years, and the day after the last one begins a year', () => {
  fc.assert(
    fc.property(Day, fc.constantFrom(...countries), (issuedOn, country) => {
      const last = keptUntil(issuedOn, country)
      const tenYearsOn = `${Number(issuedOn.slice(0, 4)) + 10}${issuedOn.slice(4)}`
      expect(last >= tenYearsOn).toBe(true)
      expect(shiftDay(last, 1).slice(4)).toBe('-01-01')
    }),
    { numRuns: runs(500, 10_000) },
  )
})

test('a document that was issued on a later day is never erased earlier', () => {
  fc.assert(
    fc.property(Day, Day, fc.constantFrom(...countries), (one, other, country) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      expect(keptUntil(earlier, country) <= keptUntil(later, country)).toBe(true)
    }),
    { numRuns: runs(500, 10_000) },
  )
})

test('the year is that of the day in the zone of the business', () => {
  const at = '2026-12-31T22:30:00Z'
  const dayIn = (zone: string) => keptUntil(wallClockOf(at, zone).day, 'DE')
  expect([dayIn('Europe/Berlin'), dayIn('Asia/Kolkata'), dayIn('UTC')]).toEqual([
    '2036-12-31',
    '2037-12-31',
    '2036-12-31',
  ])
})
