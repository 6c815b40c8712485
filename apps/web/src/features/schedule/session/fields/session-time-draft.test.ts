// @vitest-environment node
import { expect, test } from 'vitest'
import {
  nextFullHour,
  withHourOccurrence,
  irregularHour,
  sessionTimeProblems,
  startInstantOf,
  sessionTimeDraftOf,
} from './session-time-draft.ts'

const berlin = 'Europe/Berlin'
const now = new Date('2026-11-19T09:48:00Z')

test('the default time of a new session is the next full hour at least one hour away, for 50 minutes', () => {
  expect(nextFullHour(berlin, now)).toEqual({ day: '2026-11-19', time: '12:00', minutes: 50 })
  expect(nextFullHour('America/New_York', now)).toMatchObject({ time: '06:00' })
})

test('an entered time is read in the given time zone, in summer and in winter', () => {
  expect(startInstantOf({ day: '2026-07-01', time: '11:00', minutes: 50 }, berlin)).toBe('2026-07-01T09:00:00.000Z')
  expect(startInstantOf({ day: '2026-12-01', time: '11:00', minutes: 50 }, berlin)).toBe('2026-12-01T10:00:00.000Z')
})

test('a time that the clocks skip or repeat is recognized', () => {
  expect(irregularHour({ day: '2027-03-28', time: '02:30', minutes: 50 }, berlin)).toBe('never')
  expect(irregularHour({ day: '2026-10-25', time: '02:30', minutes: 50 }, berlin)).toBe('twice')
  expect(irregularHour({ day: '2026-11-26', time: '11:00', minutes: 50 }, berlin)).toBeNull()
})

test('a session in the second occurrence of an hour keeps it until its day or time is edited', () => {
  const second = { startsAt: '2026-10-25T01:30:00.000Z', durationMinutes: 50 }
  const when = sessionTimeDraftOf(second, berlin)
  expect(when).toMatchObject({ day: '2026-10-25', time: '02:30' })
  expect(startInstantOf(when, berlin)).toBe(second.startsAt)
  expect(startInstantOf({ ...when, minutes: 90 }, berlin)).toBe(second.startsAt)
  expect(irregularHour(when, berlin)).toBe('second')
  expect(startInstantOf({ ...when, time: '02:45' }, berlin)).toBe('2026-10-25T00:45:00.000Z')
  expect(startInstantOf({ ...when, day: '2026-10-26' }, berlin)).toBe('2026-10-26T01:30:00.000Z')
  const first = sessionTimeDraftOf({ ...second, startsAt: '2026-10-25T00:30:00.000Z' }, berlin)
  expect([startInstantOf(first, berlin), irregularHour(first, berlin)]).toEqual(['2026-10-25T00:30:00.000Z', 'twice'])
})

test('the occurrence of a repeated time can be chosen, even if clocks go back by half an hour', () => {
  const typed = { day: '2026-10-25', time: '02:30', minutes: 50 }
  const second = withHourOccurrence(typed, berlin, 'second')
  expect([startInstantOf(second, berlin), irregularHour(second, berlin)]).toEqual([
    '2026-10-25T01:30:00.000Z',
    'second',
  ])
  const first = withHourOccurrence(second, berlin, 'first')
  expect([startInstantOf(first, berlin), irregularHour(first, berlin)]).toEqual(['2026-10-25T00:30:00.000Z', 'twice'])
  expect(startInstantOf({ ...second, time: '04:00' }, berlin)).toBe('2026-10-25T03:00:00.000Z')
  const lordHowe = 'Australia/Lord_Howe'
  const night = { day: '2027-04-04', time: '01:45', minutes: 50 }
  expect(startInstantOf(withHourOccurrence(night, lordHowe, 'first'), lordHowe)).toBe('2027-04-03T14:45:00.000Z')
  expect(startInstantOf(withHourOccurrence(night, lordHowe, 'second'), lordHowe)).toBe('2027-04-03T15:15:00.000Z')
})

test('only missing, past and too long values have a problem', () => {
  expect(sessionTimeProblems({ day: '', time: '', minutes: null }, berlin, now)).toEqual({
    day: 'dateMissing',
    time: 'timeMissing',
    minutes: 'durationWrong',
  })
  expect(sessionTimeProblems({ day: '2026-11-19', time: '10:47', minutes: 50 }, berlin, now)).toEqual({ time: 'past' })
  expect(sessionTimeProblems({ day: '2026-11-20', time: '10:47', minutes: 1441 }, berlin, now)).toEqual({
    minutes: 'durationWrong',
  })
  expect(sessionTimeProblems({ day: '2026-11-20', time: '10:47', minutes: 1 }, berlin, now)).toEqual({})
})
