import { expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { openCaldav } from './caldav/caldav.ts'
import { seriesEvent, singleEvent } from './events/calendar-event.ts'
import { openGoogle } from './google/google.ts'
import { googleTarget } from './google/write.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const stamp = (number: number) => ({ uid: `${id(number)}@attune`, sequence: 2, now: new Date('2026-03-01T00:00:00Z') })
const texts = { title: 'Ana Lindqvist', location: 'Room 7; second floor, left' }
const single = singleEvent(
  { startsAt: '2026-03-11T10:00:00.000Z', endsAt: '2026-03-11T10:50:00.000Z', ...texts },
  stamp(1),
)
const series = seriesEvent(
  {
    startsAt: '2026-03-16T08:00:00.000Z',
    endsAt: '2026-03-16T08:50:00.000Z',
    ...texts,
    repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } },
    zone: 'Europe/Berlin',
    lastStartsAt: '2026-04-06T07:00:00.000Z',
    left: ['2026-03-23T08:00:00.000Z'],
    changed: [
      {
        originalStart: '2026-03-30T07:00:00.000Z',
        startsAt: '2026-03-30T11:00:00.000Z',
        endsAt: '2026-03-30T11:50:00.000Z',
        ...texts,
      },
    ],
  },
  stamp(9),
)

// The digests and formats below are those that rows and servers have stored in earlier versions. If one of them changes, an update would write all
// events of every practice again, or ask about changes that no one has made.
const digests = ['4CvWS4aAhyVA_Qsz7qSQPt2jy5172OpQsVpYRLwF6xw', '-aLxB3CiULMf-25X9gKDu1HnQqYFkp_-cHqoq8SEx0c']
const writtenTexts = {
  status: 'confirmed',
  summary: 'Ana Lindqvist',
  location: 'Room 7; second floor, left',
  transparency: 'opaque',
}
const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Berlin' })
const singleFields = {
  ...writtenTexts,
  start: { dateTime: '2026-03-11T10:00:00Z' },
  end: { dateTime: '2026-03-11T10:50:00Z' },
  recurrence: null,
  sequence: 2,
  extendedProperties: { private: { attune: id(1), attuneUnfinished: null } },
}
const seriesFields = {
  ...writtenTexts,
  start: at('2026-03-16T08:00:00Z'),
  end: at('2026-03-16T08:50:00Z'),
  recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20260406T070000Z', 'EXDATE;TZID=Europe/Berlin:20260323T090000'],
  sequence: 2,
  extendedProperties: { private: { attune: id(9), attuneUnfinished: null } },
}
const changedFields = { ...writtenTexts, start: at('2026-03-30T11:00:00Z'), end: at('2026-03-30T11:50:00Z') }
/** Returns a calendar file as an earlier version wrote it. */
const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(fileLines), 'END:VCALENDAR', ''].join('\r\n')
const fileLines = ([number = '', ...times]: string[]) => [
  'BEGIN:VEVENT',
  `UID:${id(Number(number))}@attune`,
  'DTSTAMP:20260301T000000Z',
  'SEQUENCE:2',
  ...times,
  'SUMMARY:Ana Lindqvist',
  'LOCATION:Room 7\\; second floor\\, left',
  'TRANSP:OPAQUE',
  'END:VEVENT',
]
const files = [
  file(['1', 'DTSTART:20260311T100000Z', 'DTEND:20260311T105000Z']),
  file(
    [
      '9',
      'DTSTART;TZID=Europe/Berlin:20260316T090000',
      'DURATION:PT50M',
      'RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20260406T070000Z',
      'EXDATE;TZID=Europe/Berlin:20260323T090000',
    ],
    [
      '9',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000',
      'DTSTART;TZID=Europe/Berlin:20260330T130000',
      'DURATION:PT50M',
    ],
  ),
]

const caldav = openCaldav(openOutbound(), { address: 'https://caldav.example/', userName: 'thea', password: 'secret' })
const google = openGoogle(openOutbound(), { token: async () => '', renew: async () => '' })

test('the digests of both providers are those that rows have stored', () => {
  for (const provider of [caldav, google])
    expect([single, series].map((event) => provider.prepareWrite('', event, null).digest)).toEqual(digests)
})

test('what servers have stored before has the digest that rows have stored', () => {
  expect(files.map((stored) => caldav.digestOf(stored))).toEqual(digests)
  const asStored = ({ extendedProperties: { private: marks }, ...fields }: typeof seriesFields, more = {}) => ({
    ...fields,
    id: 'attune',
    etag: '"1"',
    extendedProperties: { private: { attune: marks.attune } },
    ...more,
  })
  const { recurrence: _, ...singleStored } = singleFields
  const exception = {
    ...changedFields,
    id: 'attune_1',
    etag: '"1"',
    recurringEventId: 'attune',
    originalStartTime: at('2026-03-30T07:00:00Z'),
  }
  const stored = [
    {
      event: { ...singleStored, id: 'attune', etag: '"1"', extendedProperties: { private: { attune: id(1) } } },
      exceptions: [],
    },
    { event: asStored(seriesFields), exceptions: [exception] },
  ]
  expect(stored.map((one) => google.digestOf(one))).toEqual(digests)
})

test('Google gets the fields that it got before', () => {
  expect(googleTarget(single)).toEqual({ fields: singleFields, changed: [], excluded: [] })
  expect(googleTarget(series)).toEqual({
    fields: seriesFields,
    changed: [{ start: at('2026-03-30T07:00:00Z'), fields: changedFields }],
    excluded: [Date.parse('2026-03-23T08:00:00Z')],
  })
})

test('what a program has added to an event is kept at a CalDAV server, and changes no digest', () => {
  const there = files[0]?.replace('END:VEVENT', 'CATEGORIES:Work\r\nCOLOR:red\r\nEND:VEVENT') ?? ''
  const plain = caldav.prepareWrite('', single, null).digest
  expect(caldav.prepareWrite('', single, { stored: there, texts: [] }).digest).not.toBe(plain)
  expect(caldav.prepareWrite('', single, { stored: there, texts: [] }).digest).toBe(caldav.digestOf(there))
})
