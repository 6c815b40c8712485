import { expect, test } from 'vitest'
import { nextHour, oddHour, problemsOf, startOf } from './when.ts'

const berlin = 'Europe/Berlin'
const now = new Date('2026-11-19T09:48:00Z')

test('a new session begins at the next full hour that is an hour away, with 50 minutes', () => {
  expect(nextHour(berlin, now)).toEqual({ day: '2026-11-19', time: '12:00', minutes: 50 })
  expect(nextHour('America/New_York', now)).toMatchObject({ time: '06:00' })
})

test('what is entered is the wall clock of the zone, in summer and in winter', () => {
  expect(startOf({ day: '2026-07-01', time: '11:00', minutes: 50 }, berlin)).toBe('2026-07-01T09:00:00.000Z')
  expect(startOf({ day: '2026-12-01', time: '11:00', minutes: 50 }, berlin)).toBe('2026-12-01T10:00:00.000Z')
})

test('an hour that does not exist or exists twice is said', () => {
  expect(oddHour({ day: '2027-03-28', time: '02:30', minutes: 50 }, berlin)).toBe('never')
  expect(oddHour({ day: '2026-10-25', time: '02:30', minutes: 50 }, berlin)).toBe('twice')
  expect(oddHour({ day: '2026-11-26', time: '11:00', minutes: 50 }, berlin)).toBeNull()
})

test('what is missing, past or too long is named, and only that', () => {
  expect(problemsOf({ day: '', time: '', minutes: null }, berlin, now)).toEqual({
    day: 'dateMissing',
    time: 'timeMissing',
    minutes: 'durationWrong',
  })
  expect(problemsOf({ day: '2026-11-19', time: '10:47', minutes: 50 }, berlin, now)).toEqual({ time: 'past' })
  expect(problemsOf({ day: '2026-11-20', time: '10:47', minutes: 1441 }, berlin, now)).toEqual({
    minutes: 'durationWrong',
  })
  expect(problemsOf({ day: '2026-11-20', time: '10:47', minutes: 1 }, berlin, now)).toEqual({})
})
