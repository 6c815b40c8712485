import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantIn, returnedTime } from '../../../../testing/calendar/google-calendar.events.ts'
import { icsHash } from '../../calendar/calendar.ts'
import { type GoogleEvent, googleEventId, type GoogleTime, instantAt, occurrenceId, seriesEtag } from './events.ts'
import { googleToIcs } from './read.ts'
import { type GoogleFields, googleTarget, newEventOf } from './write.ts'
import { seriesEvent, singleEvent } from '../events/calendar-event.ts'
import { calendarFile } from '../events/ics-write.ts'
import { uidOf } from '../events/own-events.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = new Date('2026-01-01T00:00:00Z')
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'] as const

const instant = fc.integer({ min: 0, max: 2 * 365 * 24 * 12 }).map((part) => now.getTime() + part * 5 * minute)
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constantFrom('Busy', 'A, B; C\\n', 'Ä\nÖ', ''))
const length = fc.integer({ min: 5, max: 600 })
const iso = (at: number) => new Date(at).toISOString()
const occurrence = fc.record({ at: instant, minutes: length, title: text, location: text }).map((one) => ({
  startsAt: iso(one.at),
  endsAt: iso(one.at + one.minutes * minute),
  title: one.title,
  location: one.location,
}))
const stamp = fc
  .record({ id: fc.uuid(), sequence: fc.nat(50) })
  .map(({ id, sequence }) => ({ id, uid: uidOf(id), sequence, now }))

/** Returns a written event in the form in which Google later returns it, in the zone of the calendar or of the event. */
function stored(id: string, { start, end, ...fields }: GoogleFields, more: Partial<GoogleEvent> = {}): GoogleEvent {
  const shown = (time: GoogleTime) => returnedTime(time as { dateTime: string }, 'Europe/Berlin')
  const { location, ...rest } = newEventOf({ ...fields, start, end })
  return {
    iCalUID: `${id}@google.com`,
    ...(location && { location }),
    ...(rest as Partial<GoogleEvent>),
    ...more,
    id,
    etag: '"1"',
    start: shown(start),
    end: shown(end),
  }
}

test('a single event comes back with the digest that was written, whatever it shows [1.11]', () => {
  fc.assert(
    fc.property(occurrence, stamp, (one, { id, ...rest }) => {
      const written = singleEvent(one, rest)
      const target = googleTarget(written)
      expect(target.fields.extendedProperties).toEqual({ private: { attune: id, attuneUnfinished: null } })
      expect(instantAt(target.fields.start)).toBe(Date.parse(one.startsAt))
      expect(instantAt(target.fields.end)).toBe(Date.parse(one.endsAt))
      const event = stored(googleEventId(id), target.fields)
      expect(icsHash(googleToIcs({ event, exceptions: [] }))).toBe(icsHash(calendarFile(written)))
      // Additions by the user do not count as changes.
      const more = { sequence: 99, colorId: '3', reminders: { useDefault: false }, attendees: [{ self: true }] }
      expect(icsHash(googleToIcs({ event: { ...event, ...more }, exceptions: [] }))).toBe(
        icsHash(calendarFile(written)),
      )
    }),
    { numRuns: 100 },
  )
})

test('a series with left out and changed occurrences comes back with the digest that was written [1.11] @slow', () => {
  const series = fc.record({
    first: occurrence,
    zone: fc.constantFrom(...zones),
    weeks: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 2, max: 30 }),
    left: fc.uniqueArray(fc.nat(29), { maxLength: 5 }),
    changed: fc.uniqueArray(fc.tuple(fc.nat(29), occurrence), { maxLength: 5, selector: ([number]) => number }),
    stamp,
  })
  fc.assert(
    fc.property(series, ({ first, zone, weeks, count, left, changed, stamp: { id, ...rest } }) => {
      const startOf = (number: number) => iso(Date.parse(first.startsAt) + number * weeks * 7 * day)
      const inSeries = (number: number) => number < count && !left.includes(number)
      const written = seriesEvent(
        {
          ...first,
          zone,
          repeat: { every: 'weeks', weeks, ends: { by: 'never' } },
          lastStartsAt: startOf(count - 1),
          left: left
            .filter((number) => number < count)
            .toSorted((a, b) => a - b)
            .map(startOf),
          changed: changed
            .filter(([number]) => inSeries(number))
            // A different title ensures that the occurrence differs from the rule.
            .map(([number, one]) => ({ ...one, title: `${one.title} changed`, originalStart: startOf(number) })),
        },
        rest,
      )
      const target = googleTarget(written)
      const eventId = googleEventId(id)
      const event = stored(eventId, target.fields)
      const exceptions = target.changed.map(({ start, fields }) =>
        stored(occurrenceId(eventId, start), fields, {
          recurringEventId: eventId,
          originalStartTime: returnedTime(start as { dateTime: string }, zone),
        }),
      )
      expect(icsHash(googleToIcs({ event, exceptions }))).toBe(icsHash(calendarFile(written)))
      // An occurrence that was changed in Google Calendar and changed back counts as unchanged.
      const again = iso(Date.parse(first.startsAt) + 100 * weeks * 7 * day)
      const putBack = {
        ...event,
        id: `${eventId}_again`,
        recurringEventId: eventId,
        originalStartTime: { dateTime: again },
        start: { dateTime: again },
        end: { dateTime: iso(Date.parse(again) + instantAt(event.end) - instantAt(event.start)) },
      }
      expect(icsHash(googleToIcs({ event, exceptions: [...exceptions, putBack] }))).toBe(icsHash(calendarFile(written)))
    }),
    { numRuns: 60 },
  )
})

const linesOf = (event: Partial<GoogleEvent>, ...exceptions: Partial<GoogleEvent>[]) =>
  googleToIcs({
    event: { id: 'other', etag: '"1"', iCalUID: 'other@google.com', summary: 'Choir', ...event },
    exceptions: exceptions.map((one, number) => ({ id: `other_${number}`, etag: '"2"', ...one })),
  })
    .split('\r\n')
    .slice(5, -3)

test('events of others keep days, zones, rules, and occurrences that were deleted or changed', () => {
  expect(linesOf({ start: { date: '2026-12-24' }, end: { date: '2026-12-27' }, transparency: 'transparent' })).toEqual([
    'UID:other@google.com',
    'SEQUENCE:0',
    'DTSTART;VALUE=DATE:20261224',
    'DTEND;VALUE=DATE:20261227',
    'SUMMARY:Choir',
    'TRANSP:TRANSPARENT',
  ])
  const timeZone = 'Europe/Berlin'
  const at = (dateTime: string) => ({ dateTime, timeZone })
  const series = {
    start: at('2026-10-19T19:00:00+02:00'),
    end: at('2026-10-19T20:30:00+02:00'),
    recurrence: ['EXDATE:20261109T180000Z', 'RRULE:UNTIL=20261231T180000Z;FREQ=WEEKLY;BYDAY=MO'],
  }
  const deleted = { status: 'cancelled', originalStartTime: at('2026-10-26T19:00:00+01:00') }
  const moved = {
    summary: 'Choir',
    originalStartTime: at('2026-11-02T19:00:00+01:00'),
    start: at('2026-11-03T19:00:00+01:00'),
    end: at('2026-11-03T20:30:00+01:00'),
  }
  expect(linesOf(series, deleted, moved)).toEqual([
    'UID:other@google.com',
    'SEQUENCE:0',
    'DTSTART;TZID=Europe/Berlin:20261019T190000',
    'DURATION:PT90M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T180000Z',
    'EXDATE;TZID=Europe/Berlin:20261026T190000,20261109T190000',
    'SUMMARY:Choir',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:other@google.com',
    'SEQUENCE:0',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261102T190000',
    'DTSTART;TZID=Europe/Berlin:20261103T190000',
    'DURATION:PT90M',
    'SUMMARY:Choir',
    'TRANSP:OPAQUE',
  ])
  const declined = { ...series, recurrence: [], attendees: [{ self: true, responseStatus: 'declined' }] }
  expect(linesOf(declined)).toContain('TRANSP:TRANSPARENT')
  const days = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' }, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }
  expect(linesOf(days, { status: 'cancelled', originalStartTime: { date: '2026-12-02' } })).toContain(
    'EXDATE;VALUE=DATE:20261202',
  )
})

test('a title cannot add lines to the calendar file', () => {
  const start = { dateTime: '2026-12-01T09:00:00Z' }
  const end = { dateTime: '2026-12-01T10:00:00Z' }
  const lines = linesOf({ start, end, summary: 'A\r\nRRULE:FREQ=DAILY', iCalUID: 'a\nTRANSP:TRANSPARENT' })
  expect(lines.filter((line) => /^(RRULE|TRANSP:TRANSPARENT)/.test(line))).toEqual([])
})

test('what is no date or zone in an event of others is left out of its file', () => {
  const time = (hours: string) => ({ dateTime: `2026-12-01T${hours}:00:00+01:00`, timeZone: 'Europe/Berlin' })
  const recurrence = [
    'RRULE:FREQ=WEEKLY',
    'EXDATE;TZID=W. Europe Standard Time:20261208T090000',
    'EXDATE;TZID=Europe/Berlin:20269999T999999,soon',
  ]
  const event = { id: 'a', etag: '"1"', start: time('09'), end: time('10'), recurrence }
  const lines = googleToIcs({ event, exceptions: [] }).split('\r\n')
  expect(lines.filter((line) => line.startsWith('EXDATE'))).toEqual(['EXDATE;TZID=Europe/Berlin:20261208T090000'])
})

test('the etag of a series changes with each of its occurrences', () => {
  const event = { id: 'a', etag: '"1"' }
  const exceptions = [
    { id: 'a_1', etag: '"2"' },
    { id: 'a_2', etag: '"3"' },
  ]
  expect(seriesEtag({ event, exceptions: [] })).toBe('"1"')
  const all = [
    seriesEtag({ event, exceptions: [] }),
    seriesEtag({ event, exceptions }),
    seriesEtag({ event, exceptions: exceptions.slice(1) }),
    seriesEtag({ event, exceptions: [{ id: 'a_1', etag: '"4"' }, ...exceptions.slice(1)] }),
  ]
  expect(new Set(all).size).toBe(4)
  expect(seriesEtag({ event, exceptions: exceptions.toReversed() })).toBe(all[1])
})

test('a time that a clock change repeats keeps its end after its start', () => {
  const one = { startsAt: '2026-10-25T00:30:00Z', endsAt: '2026-10-25T01:20:00Z', title: 'Busy', location: '' }
  const written = seriesEvent(
    {
      ...one,
      zone: 'Europe/Berlin',
      repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } },
      lastStartsAt: '2026-11-01T01:30:00Z',
      left: [],
      changed: [],
    },
    { uid: uidOf(crypto.randomUUID()), sequence: 0, now },
  )
  const { start, end } = googleTarget(written).fields
  expect([instantIn(start as { dateTime: string }), instantIn(end as { dateTime: string })]).toEqual([
    Date.parse(one.startsAt),
    Date.parse(one.endsAt),
  ])
})
