import { expect, test } from 'vitest'
import { lastMonth, periodProblem } from './period.ts'

test('the last month ends on its last day, also in January and in a leap year', () => {
  expect(lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', until: '2025-12-31' })
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
})

test('a period that cannot be exported says why', () => {
  expect(periodProblem('', '2026-01-01', false)).toBe('day')
  expect(periodProblem('2026-02-01', '2026-01-31', false)).toBe('reversed')
  expect(periodProblem('2028-01-01', '2028-12-31', true)).toBeNull()
  expect(periodProblem('2027-01-01', '2028-01-02', false)).toBe('tooLong')
  expect(periodProblem('2026-12-01', '2027-01-31', false)).toBeNull()
  expect(periodProblem('2026-12-01', '2027-01-31', true)).toBe('twoYears')
})
