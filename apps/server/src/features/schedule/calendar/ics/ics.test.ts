import { expect, test } from 'vitest'
import { icsFile } from '../calendar.testing.ts'
import { icsHash } from './hash.ts'
import { readIcsSegments } from './ics.ts'
import { readIcsInProcess } from '../import/process.ts'

const limits = { timeoutMs: 15_000, maxMegabytes: 256 }
const read = (file: string, zone = 'Europe/Berlin', timeoutMs = limits.timeoutMs) =>
  readIcsInProcess(
    Buffer.from(file),
    { from: new Date('2026-10-01T00:00:00Z'), to: new Date('2027-12-01T00:00:00Z'), zone },
    { ...limits, timeoutMs },
  )
/**
 * Reads a file in the test process instead of a separate process. The result must not depend on the time zone of the
 * process.
 */
const readHere = (file: string) =>
  readIcsSegments(file, new Date('2026-10-01T00:00:00Z'), new Date('2027-12-01T00:00:00Z'))
const problem = (file: string) => ('problem' in readHere(file) ? readHere(file) : 'none')
const count = (file: string) => {
  const answer = readHere(file)
  return 'pieces' in answer ? answer.pieces.length : answer.problem
}
const times = async (file: string, zone?: string) => (await read(file, zone)).map((piece) => piece.startsAt)

test('times use their IANA, Windows or custom zone, else the reader’s zone @slow', async () => {
  const at = (zone: string) => [`DTSTART;TZID=${zone}:20261120T090000`, `DTEND;TZID=${zone}:20261120T100000`]
  expect(await times(icsFile(at('America/New_York')))).toEqual(['2026-11-20T14:00:00.000Z'])
  expect(await times(icsFile(at('Eastern Standard Time')))).toEqual(['2026-11-20T14:00:00.000Z'])
  expect(await times(icsFile(at('Nowhere/Land')))).toEqual(['2026-11-20T08:00:00.000Z'])
  expect(await times(icsFile(at('Nowhere/Land')), 'Australia/Lord_Howe')).toEqual(['2026-11-19T22:00:00.000Z'])
  expect(await times(icsFile(['DTSTART:20261120T090000', 'DTEND:20261120T100000']))).toEqual([
    '2026-11-20T08:00:00.000Z',
  ])
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:The practice',
    'BEGIN:STANDARD',
    'DTSTART:20071104T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20070311T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  const file = icsFile(at('The practice')).replace('BEGIN:VEVENT', `${own.join('\r\n')}\r\nBEGIN:VEVENT`)
  expect(await times(file)).toEqual(['2026-11-20T14:00:00.000Z'])
})

test('recurring events keep their wall-clock time over clock changes, with left-out and moved dates @slow', async () => {
  const weekly = (zone: string, day: string) =>
    icsFile([`DTSTART;TZID=${zone}:${day}T090000`, `DTEND;TZID=${zone}:${day}T100000`, 'RRULE:FREQ=WEEKLY;COUNT=3'])
  // Clocks go back in New York on 1 November 2026, and forward by half an hour on Lord Howe Island on 4 October.
  expect(await times(weekly('America/New_York', '20261026'))).toEqual([
    '2026-10-26T13:00:00.000Z',
    '2026-11-02T14:00:00.000Z',
    '2026-11-09T14:00:00.000Z',
  ])
  expect(await times(weekly('Australia/Lord_Howe', '20261003'))).toEqual([
    '2026-10-02T22:30:00.000Z',
    '2026-10-09T22:00:00.000Z',
    '2026-10-16T22:00:00.000Z',
  ])
  const zone = 'TZID=America/New_York'
  const changed = icsFile(
    [
      `UID:a`,
      `DTSTART;${zone}:20261026T090000`,
      `DTEND;${zone}:20261026T100000`,
      'RRULE:FREQ=WEEKLY;COUNT=4',
      `EXDATE;${zone}:20261102T090000`,
    ],
    [
      'UID:a',
      `RECURRENCE-ID;${zone}:20261109T090000`,
      `DTSTART;${zone}:20261110T120000`,
      `DTEND;${zone}:20261110T130000`,
    ],
  )
  expect(await times(changed)).toEqual([
    '2026-10-26T13:00:00.000Z',
    '2026-11-10T17:00:00.000Z',
    '2026-11-16T14:00:00.000Z',
  ])
})

test('additional dates, changes without their event, and the latest of several versions are read @slow', async () => {
  const zone = 'TZID=America/New_York'
  const beside = icsFile([
    `DTSTART;${zone}:20261120T090000`,
    `DTEND;${zone}:20261120T100000`,
    'RRULE:FREQ=WEEKLY;COUNT=2',
    `RDATE;${zone}:20261123T090000,20261124T110000`,
  ])
  expect(await times(beside)).toEqual([
    '2026-11-20T14:00:00.000Z',
    '2026-11-23T14:00:00.000Z',
    '2026-11-24T16:00:00.000Z',
    '2026-11-27T14:00:00.000Z',
  ])
  const single = (day: string) => [
    'UID:a',
    `RECURRENCE-ID:202611${day}T090000Z`,
    `DTSTART:202611${day}T120000Z`,
    `DTEND:202611${day}T130000Z`,
  ]
  expect(await times(icsFile(single('02'), single('09')))).toEqual([
    '2026-11-02T12:00:00.000Z',
    '2026-11-09T12:00:00.000Z',
  ])
  const version = (sequence: number, time: string) => [
    'UID:b',
    `SEQUENCE:${sequence}`,
    `DTSTART:20261120T${time}Z`,
    'DURATION:PT30M',
  ]
  expect(await times(icsFile(version(2, '110000'), version(1, '090000')))).toEqual(['2026-11-20T11:00:00.000Z'])
  expect(await times(icsFile(version(1, '110000'), version(1, '090000')))).toEqual([
    '2026-11-20T09:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
  ])
})

test('events longer than a day are split at midnight of the reader’s zone, and whole days are days of that zone @slow', async () => {
  const long = await read(icsFile(['DTSTART:20261120T090000Z', 'DTEND:20261122T100000Z']))
  expect(long.map((piece) => [piece.startsAt, piece.endsAt])).toEqual([
    ['2026-11-20T09:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['2026-11-21T23:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ])
  const days = await read(icsFile(['DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261027']), 'Europe/Berlin')
  // In Berlin the clock goes back on 25 October, so this day has 25 hours.
  expect(days.map((piece) => [piece.startsAt, piece.endsAt])).toEqual([
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
  ])
})

test('free, cancelled, past and invalid events are skipped without affecting others', async () => {
  const time = ['DTSTART:20261120T090000Z', 'DTEND:20261120T100000Z']
  const file = icsFile(
    [...time, 'TRANSP:TRANSPARENT'],
    [...time, 'STATUS:CANCELLED'],
    ['DTSTART:20261120T090000Z', 'DTEND:20261119T100000Z'],
    ['DTSTART:20201120T090000Z', 'DTEND:20201120T100000Z'],
    ['DTSTART:20261120T090000Z', 'DTSTART:20261120T100000Z'],
    [...time, 'RRULE:FREQ=NEVERLY;COUNT=-5'],
    ['DTSTART:99999999T999999Z', 'DTEND:0'],
    ['DTSTART:20261121T090000Z', 'DURATION:PT45M', 'SUMMARY;LANGUAGE=de:Über\\, alle\\n Maßen'],
  )
  expect(await read(file)).toEqual([
    { startsAt: '2026-11-21T09:00:00.000Z', endsAt: '2026-11-21T09:45:00.000Z', title: 'Über, alle  Maßen' },
  ])
})

test('rules with too many occurrences are refused or end at the window @slow', () => {
  const rule = (rrule: string, start = '20261120T090000Z') =>
    icsFile([`DTSTART:${start}`, 'DURATION:PT5M', `RRULE:${rrule}`])
  expect(problem(rule('FREQ=SECONDLY'))).toEqual({ problem: 'too-many' })
  expect(problem(rule('FREQ=MINUTELY;COUNT=1000000000'))).toEqual({ problem: 'too-many' })
  expect(problem(rule('FR\r\n EQ=SECONDLY'))).toEqual({ problem: 'too-many' })
  expect(problem(rule('FREQ=HOURLY', '19700101T000000Z'))).toEqual({ problem: 'too-many' })
  expect(count(rule('FREQ=DAILY;COUNT=1000000000'))).toBe(376)
  expect(count(rule('FREQ=DAILY', '19000101T090000Z'))).toBe(426)
  expect(count(rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'))).toBe(0)
})

test('an HTML page and an incomplete file are refused as no calendar', () => {
  expect(problem('<!doctype html><html><title>Sign in</title></html>')).toEqual({ problem: 'no-calendar' })
  expect(problem('')).toEqual({ problem: 'no-calendar' })
  expect(problem(icsFile(['DTSTART:20261120T090000Z']).slice(0, -20))).toEqual({ problem: 'no-calendar' })
  expect(count(icsFile())).toBe(0)
})

test('a file that takes too long is abandoned, and the next one is read @slow', async () => {
  const every = (most: number) => Array.from({ length: most }, (_, number) => number).join(',')
  const endless = `RRULE:FREQ=DAILY;BYHOUR=${every(24)};BYMINUTE=${every(60)};BYSECOND=${every(60)}`
  const file = icsFile(['DTSTART:20200101T000000Z', 'DURATION:PT1S', endless])
  const [first, second] = [read(file, undefined, 1_000), read(icsFile(['DTSTART:20261120T090000Z', 'DURATION:PT5M']))]
  await expect(first).rejects.toMatchObject({ problem: 'too-many' })
  expect(await second).toHaveLength(1)
})

test('an event that a server stored in its own form has the same digest, and a changed one another', () => {
  const file = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'].join('\r\n')
  const ours = icsHash(file('DURATION:PT60M', 'RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20270113T090000Z'))
  expect(icsHash(file('RRULE:FREQ=WEEKLY;UNTIL=20270113T090000Z;INTERVAL=1', 'DURATION:PT1H'))).toBe(ours)
  expect(icsHash(file('RRULE:FREQ=WEEKLY;UNTIL=20270113T090000Z;INTERVAL=2', 'DURATION:PT1H'))).not.toBe(ours)
  expect(icsHash(file('RRULE:FREQ=WEEKLY;UNTIL=20270113T090000Z;INTERVAL=1', 'DURATION:PT1H1M'))).not.toBe(ours)
})
