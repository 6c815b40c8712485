import { expect, test } from 'vitest'
import { fitsPreference, offerEnd, type WaitingPreference } from './fit.ts'

const now = new Date('2026-11-23T09:00:00Z')
const preference: WaitingPreference = {
  weekdays: [1, 2],
  from: '08:00',
  until: '12:00',
  zone: 'Europe/Berlin',
  noticeHours: 12,
  untilDay: '2026-12-15',
  notAfter: null,
}
const slot = (startsAt: string, minutes = 50) => {
  const begin = Date.parse(startsAt)
  return { startsAt: begin, endsAt: begin + minutes * 60_000 }
}
/** The tests use Tuesday 1 December 2026, on which Berlin is one hour ahead of UTC. */
const fits = (time: string, change: Partial<WaitingPreference> = {}, minutes = 50) =>
  fitsPreference({ ...preference, ...change }, slot(time, minutes), now)

test('a time fits by weekday, hours, last day and notice, all in the zone of the client', () => {
  expect(fits('2026-12-01T07:00Z')).toBe(true)
  expect(fits('2026-12-01T06:59Z')).toBe(false)
  expect(fits('2026-12-01T10:10Z')).toBe(true)
  expect(fits('2026-12-01T10:11Z')).toBe(false)
  expect(fits('2026-12-02T08:00Z')).toBe(false)
  expect(fits('2026-12-15T08:00Z')).toBe(true)
  expect(fits('2026-12-21T08:00Z')).toBe(false)
  expect(fits('2026-12-01T07:00Z', { zone: 'America/New_York' })).toBe(false)
  expect(fits('2026-12-01T14:00Z', { zone: 'America/New_York' })).toBe(true)
  const early = { weekdays: [1], noticeHours: 3 }
  expect(fitsPreference({ ...preference, ...early, until: '24:00' }, slot('2026-11-23T12:00Z'), now)).toBe(true)
  expect(fitsPreference({ ...preference, ...early, until: '24:00' }, slot('2026-11-23T11:59Z'), now)).toBe(false)
})

test('an earlier time is one before the session that it would replace', () => {
  expect(fits('2026-12-01T08:00Z', { notAfter: '2026-12-01T08:00:00.000Z' })).toBe(false)
  expect(fits('2026-12-01T07:30Z', { notAfter: '2026-12-01T08:00:00.000Z' })).toBe(true)
})

test('a session until midnight fits only a preference until the end of the day', () => {
  expect(fits('2026-12-01T22:00Z', { until: '24:00' }, 60)).toBe(true)
  expect(fits('2026-12-01T22:00Z', { until: '23:59' }, 60)).toBe(false)
  expect(fits('2026-12-01T22:30Z', { until: '24:00' }, 60)).toBe(false)
})

const end = (
  at: string,
  answerHours: number,
  more: { startsAt?: string; noticeHours?: number; zone?: string; from?: string; to?: string } = {},
) =>
  offerEnd(
    {
      startsAt: Date.parse(more.startsAt ?? '2026-12-20T09:00Z'),
      answerHours,
      noticeHours: more.noticeHours ?? 24,
      night: { from: more.from ?? '21:00', to: more.to ?? '08:00', zone: more.zone ?? 'Europe/Berlin' },
    },
    new Date(at),
  )?.toISOString()

test('an offer that would run out at night ends one hour after the quiet hours', () => {
  expect(end('2026-11-23T15:00Z', 4)).toBe('2026-11-23T19:00:00.000Z')
  expect(end('2026-11-23T15:59Z', 4)).toBe('2026-11-23T19:59:00.000Z')
  expect(end('2026-11-23T16:00Z', 4)).toBe('2026-11-24T08:00:00.000Z')
  expect(end('2026-11-23T22:30Z', 1)).toBe('2026-11-24T08:00:00.000Z')
  expect(end('2026-11-24T03:00Z', 4)).toBe('2026-11-24T08:00:00.000Z')
  expect(end('2026-11-24T03:00Z', 12)).toBe('2026-11-24T15:00:00.000Z')
  expect(end('2026-11-23T15:00Z', 4, { zone: 'Asia/Tokyo' })).toBe('2026-11-24T00:00:00.000Z')
})

test('an offer in the night of a clock change ends at nine by the clock of that morning', () => {
  // Berlin changes from UTC+2 to UTC+1 on 25 October 2026, and back on 28 March 2027.
  expect(end('2026-10-24T20:00Z', 4, { startsAt: '2026-11-20T09:00Z' })).toBe('2026-10-25T08:00:00.000Z')
  expect(end('2027-03-27T20:30Z', 4, { startsAt: '2027-04-20T09:00Z' })).toBe('2027-03-28T07:00:00.000Z')
  expect(end('2027-03-27T19:59Z', 1, { startsAt: '2027-04-20T09:00Z' })).toBe('2027-03-28T07:00:00.000Z')
})

test('an offer ends its notice before the session at the latest, and leaves 15 minutes outside the quiet hours to answer', () => {
  const tomorrow = { startsAt: '2026-11-24T10:00Z', noticeHours: 2 }
  expect(end('2026-11-23T18:00Z', 12, tomorrow)).toBe('2026-11-24T08:00:00.000Z')
  expect(end('2026-11-23T20:30Z', 12, tomorrow)).toBe('2026-11-24T08:00:00.000Z')
  // The quiet hours end at 07:00 UTC.
  expect(end('2026-11-23T20:30Z', 12, { startsAt: '2026-11-24T09:15Z', noticeHours: 2 })).toBe(
    '2026-11-24T07:15:00.000Z',
  )
  expect(end('2026-11-23T20:30Z', 12, { startsAt: '2026-11-24T09:14Z', noticeHours: 2 })).toBeUndefined()
  const today = { startsAt: '2026-11-23T12:15Z', noticeHours: 2 }
  expect(end('2026-11-23T10:00Z', 4, today)).toBe('2026-11-23T10:15:00.000Z')
  expect(end('2026-11-23T10:01Z', 4, today)).toBeUndefined()
})

test('the night is that of the client', () => {
  const late = { from: '23:30', to: '06:00' }
  expect(end('2026-11-23T17:00Z', 4, late)).toBe('2026-11-23T21:00:00.000Z')
  expect(end('2026-11-23T19:00Z', 4, late)).toBe('2026-11-24T06:00:00.000Z')
  const byDay = { from: '09:00', to: '17:00' }
  expect(end('2026-11-23T06:00Z', 4, byDay)).toBe('2026-11-23T17:00:00.000Z')
  expect(end('2026-11-23T16:30Z', 12, byDay)).toBe('2026-11-24T04:30:00.000Z')
})
