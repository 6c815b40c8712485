import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../runs.testing.ts'
import { Day } from './time.schemas.ts'
import { dayBounds, instantOf, isDay, shiftDay } from './time.ts'

test('for any text written like a day, the check, the schema and the date arithmetic agree', () => {
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
    { numRuns: runs(200, 5_000) },
  )
})
