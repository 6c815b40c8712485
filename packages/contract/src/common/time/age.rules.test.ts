import { expect, test } from 'vitest'
import { dayOfAge, hasReachedAge } from './age.rules.ts'

test('a person reaches an age on the birthday', () => {
  expect(dayOfAge('2008-11-23', 18)).toBe('2026-11-23')
  expect(hasReachedAge('2008-11-23', 18, '2026-11-22')).toBe(false)
  expect(hasReachedAge('2008-11-23', 18, '2026-11-23')).toBe(true)
})

test('a person born on 29 February reaches an age on 1 March in a year without that day', () => {
  expect(dayOfAge('2008-02-29', 18)).toBe('2026-03-01')
  expect(dayOfAge('2008-02-29', 16)).toBe('2024-02-29')
  expect(dayOfAge('1882-02-29', 18)).toBe('1900-03-01')
  expect(dayOfAge('1984-02-29', 16)).toBe('2000-02-29')
})

test('a person without a date of birth has reached every age', () => {
  expect(hasReachedAge(null, 18, '2026-11-23')).toBe(true)
})
