import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day, dayBounds, instantOf, isDay, isTime, shiftDay } from './time.ts'

test.each([
  '2026-02-31',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-2',
  '31.02.2026',
  '',
])('%s is refused as a day by the check and by the schema [1.11]', (typed) => {
  expect(isDay(typed)).toBe(false)
  expect(Day.safeParse(typed).success).toBe(false)
})

test('for any text written like a day, the check, the schema and the date arithmetic agree [1.11]', () => {
  const two = (n: number) => String(n).padStart(2, '0')
  const written = fc
    .tuple(fc.integer({ min: 1900, max: 2200 }), fc.nat(14), fc.nat(33))
    .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`)
  fc.assert(
    fc.property(written, (typed) => {
      expect(Day.safeParse(typed).success).toBe(isDay(typed))
      const reckon = () => [instantOf(typed, '00:00', 'Europe/Berlin'), dayBounds(typed, 'UTC'), shiftDay(typed, 1)]
      if (isDay(typed)) expect(reckon).not.toThrow()
      else expect(reckon).toThrow(RangeError)
    }),
    { numRuns: 5_000 },
  )
})

test('leap days and the first and last supported day are valid', () => {
  for (const day of ['2028-02-29', '2000-02-29', '1000-01-01', '2999-12-31']) expect(isDay(day), day).toBe(true)
  expect(isDay('2100-02-29')).toBe(false)
  expect([isTime('23:59'), isTime('24:00'), isTime('7:00')]).toEqual([true, false, false])
})

test('adding days crosses months, years and leap days, forward and back', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
  expect(shiftDay('2027-02-28', 1)).toBe('2027-03-01')
  expect(shiftDay('2026-03-29', -29)).toBe('2026-02-28')
})

test.each([
  ['1000-01-01', true],
  ['1925-02-28', true],
  ['2999-12-31', true],
  ['0999-12-31', false],
  ['0000-01-01', false],
  ['3000-01-01', false],
  ['9999-12-31', false],
  ['2026-02-31', false],
])('the day %s is accepted: %s [6.07]', (day, can) => {
  expect(Day.safeParse(day).success).toBe(can)
  expect(isDay(day)).toBe(can)
})
