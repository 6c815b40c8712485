import { expect, test } from 'vitest'
import { icsHash } from '../../calendar/calendar.ts'
import type { StoredSeries } from '../../recurrence/recurrence.ts'
import type { OwnEntry } from './own-entries.ts'
import { calendarFile } from './ics-write.ts'
import { ownObjects, uidOf } from './own-events.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const entry = (number: number, day: string, time: string, seriesId: string | null): OwnEntry => ({
  id: id(number),
  kind: 'session',
  startsAt: `${day}T${time}:00.000Z`,
  endsAt: `${day}T${time.replace(':00', ':50')}:00.000Z`,
  seriesId,
  day: seriesId && day,
  title: '',
  location: 'Room 7; second floor, left',
  videoUrl: '',
  callInAttune: false,
  people: [{ firstName: 'Ana', lastName: 'Lindqvist', code: '' }],
})
const series: StoredSeries = {
  id: id(9),
  kind: 'session',
  repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } },
  zone: 'Europe/Berlin',
  firstDay: '2026-03-16',
  time: '09:00',
  durationMinutes: 50,
  template: {},
  materializedUntil: '2026-12-31',
  lastDay: null,
}
const entries = [
  entry(1, '2026-03-11', '10:00', null),
  entry(2, '2026-03-16', '08:00', id(9)),
  entry(3, '2026-03-30', '11:00', id(9)),
  entry(4, '2026-04-06', '07:00', id(9)),
]
const rules = { privacy: 'name', withPlace: true, language: 'en', origin: 'https://attune.test' } as const
const written = () => ownObjects(entries, new Map([[id(9), series]]), rules)
const fileOf = (number: number) => {
  const object = written().find((one) => one.id === id(number))
  if (!object) return ''
  return calendarFile(object.event({ uid: uidOf(object.id), sequence: 2, now: new Date('2026-03-01T00:00:00Z') }))
}

// These digests are stored for each written event. If they changed, an update would write all events again.
test('the digests of what is written stay the same from version to version', () => {
  expect(written().map((object) => [object.id.slice(-1), object.hash])).toEqual([
    ['1', 'HO3Gw2U9HnfonSaxeoJFJQ2EZu5faSVF9amaeginLjc'],
    ['9', 'z2qUoRHZkxMMIgGpv02Nb01CXzyTS6Wr8-jo8UmE4S0'],
  ])
  expect([fileOf(1), fileOf(9)].map(icsHash)).toEqual([
    '4CvWS4aAhyVA_Qsz7qSQPt2jy5172OpQsVpYRLwF6xw',
    '-aLxB3CiULMf-25X9gKDu1HnQqYFkp_-cHqoq8SEx0c',
  ])
})

test('a series is one file with its zone, its left-out and its changed occurrence, and no people', () => {
  const lines = fileOf(9).split('\r\n')
  const text = ['SUMMARY:Ana Lindqvist', 'LOCATION:Room 7\\; second floor\\, left', 'TRANSP:OPAQUE']
  const stamp = [`UID:${id(9)}@attune`, 'DTSTAMP:20260301T000000Z', 'SEQUENCE:2']
  expect(lines.slice(0, 6).concat(lines.slice(lines.indexOf('END:VTIMEZONE')))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Attune//Attune//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    ...stamp,
    'DTSTART;TZID=Europe/Berlin:20260316T090000',
    'DURATION:PT50M',
    'RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20260406T070000Z',
    'EXDATE;TZID=Europe/Berlin:20260323T090000',
    ...text,
    'END:VEVENT',
    'BEGIN:VEVENT',
    ...stamp,
    'RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000',
    'DTSTART;TZID=Europe/Berlin:20260330T130000',
    'DURATION:PT50M',
    ...text,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a call in Attune has the page of the session as its place, and in a series the home page, so that no date is an exception', () => {
  const calls = entries.map((one) => ({ ...one, location: '', callInAttune: true }))
  const [alone, ofSeries] = ownObjects(calls, new Map([[id(9), series]]), rules)
  const places = (object = alone) => [...new Set(object?.expected.map(({ location }) => location))]
  expect(places(alone)).toEqual([`https://attune.test/dashboard/therapist/sessions/session-details?id=${id(1)}`])
  expect(places(ofSeries)).toEqual(['https://attune.test/dashboard/therapist'])
  const hidden = ownObjects(calls, new Map(), { ...rules, withPlace: false })
  expect(hidden.flatMap(({ expected }) => expected.map(({ location }) => location))).toEqual(['', '', '', ''])
})
