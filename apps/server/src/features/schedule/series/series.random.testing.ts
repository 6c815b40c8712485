import { occurrenceDay, monthlyPositions } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { shiftDay, wallClockOccurrence, wallClockOf } from '@attune/contract/common/time/time'
import fc from 'fast-check'
import ical from 'node-ical'
import { RRuleTemporal } from 'rrule-temporal'
import { calendarFileOfSessions, type MailedSession } from '../session/session.ts'
import { reminderDueAt } from '../session/session.ts'
import { type Occurrence, occurrencesOf, type RecurrenceRule } from '../recurrence/recurrence.ts'

/**
 * The days of four clock changes in each of eight time zones. Some zones change their clocks by half an hour or at
 * midnight. Kathmandu never changes its clocks, so it has the days of Berlin.
 */
export const clockChanges: Record<string, [first: string, ...others: string[]]> = {
  'Europe/Berlin': ['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'],
  'Europe/London': ['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'],
  'America/New_York': ['2027-03-14', '2027-11-07', '2028-03-12', '2028-11-05'],
  // Vancouver stops changing its clocks in spring 2026, so these dates are from earlier years.
  'America/Vancouver': ['2024-03-10', '2024-11-03', '2025-03-09', '2025-11-02'],
  'America/Sao_Paulo': ['2016-10-16', '2017-02-19', '2017-10-15', '2018-02-18'],
  'Australia/Lord_Howe': ['2027-04-04', '2027-10-03', '2028-04-02', '2028-10-01'],
  'Australia/Sydney': ['2027-04-04', '2027-10-03', '2028-04-02', '2028-10-01'],
  'Asia/Kathmandu': ['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29'],
}
export const testedZones = Object.keys(clockChanges)

const two = (n: number) => String(n).padStart(2, '0')
/** Half of the times are between 23:00 and 03:45, when clocks change. */
const time = fc.oneof(
  fc.tuple(fc.constantFrom(23, 0, 1, 2, 3), fc.constantFrom(0, 15, 30, 45)),
  fc.tuple(fc.nat(23), fc.nat(59)),
)

/**
 * Generates a random rule. A weekly rule has an occurrence on the day of a clock change in its time zone, unless the
 * rule ends before that day.
 */
export const randomRule: fc.Arbitrary<RecurrenceRule> = fc
  .record({
    zone: fc.constantFrom(...testedZones),
    change: fc.nat(3),
    early: fc.nat(20),
    weeks: fc.option(fc.constantFrom(1, 1, 2, 3, 4, 52)),
    last: fc.boolean(),
    time,
    durationMinutes: fc.constantFrom(1, 45, 50, 60, 90, 180, 1440),
    end: fc.constantFrom('never', 'count', 'day'),
    count: fc.integer({ min: 1, max: 130 }),
    days: fc.nat(900),
  })
  .map(({ zone, change, early, weeks, last, time: [hour, minute], durationMinutes, end, count, days }) => {
    const of = clockChanges[zone] as [string]
    const night = of[change] ?? of[0]
    // Goes back by a multiple of the interval, so that a weekly series has an occurrence on the day of the clock
    // change.
    const firstDay = shiftDay(night, -7 * early * (weeks ?? 1))
    const ends: Repeat['ends'] =
      end === 'never'
        ? { by: 'never' }
        : end === 'count'
          ? { by: 'count', count }
          : { by: 'day', day: shiftDay(firstDay, days) }
    const nths = monthlyPositions(firstDay)
    const nth = (last ? nths.at(-1) : nths[0]) ?? -1
    const repeat: Repeat = weeks === null ? { every: 'months', nth, ends } : { every: 'weeks', weeks, ends }
    return { zone, firstDay, time: `${two(hour)}:${two(minute)}`, durationMinutes, repeat }
  })

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
type ExpectedStart = { day: string; startsAt: string }

/**
 * Returns the days and starts of a rule according to the package RRuleTemporal, which implements RFC 5545. `time` is
 * the time of the rule, or a time that no clock change affects.
 */
function expectedStarts(rule: RecurrenceRule, until: string, time: string): ExpectedStart[] {
  const { repeat, zone } = rule
  // If a clock change skips the time on the first day, RRuleTemporal uses another time for all occurrences. The
  // computation therefore starts on an earlier day of the rule on which the time exists.
  const exists = (number: number) =>
    wallClockOccurrence(occurrenceDay(rule.firstDay, repeat, number), time, zone) !== 'never'
  const before = Array.from({ length: 12 }, (_, number) => -number).find(exists) ?? 0
  const firstDay = occurrenceDay(rule.firstDay, repeat, before)
  const rhythm =
    repeat.every === 'weeks'
      ? `FREQ=WEEKLY;INTERVAL=${repeat.weeks}`
      : `FREQ=MONTHLY;BYDAY=${repeat.nth}${weekdays[new Date(firstDay).getUTCDay()]}`
  const count = repeat.ends.by === 'count' ? repeat.ends.count : Number.POSITIVE_INFINITY
  const last = repeat.ends.by === 'day' && repeat.ends.day < until ? repeat.ends.day : until
  const start = `${firstDay.replaceAll('-', '')}T${time.replace(':', '')}00`
  const other = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${start}\nRRULE:${rhythm}` })
  const found: ExpectedStart[] = []
  other.all((at) => {
    const day = at.toPlainDate().toString()
    if (day > last || found.length >= count) return false
    if (day >= rule.firstDay) found.push({ day, startsAt: new Date(at.epochMilliseconds).toISOString() })
    return true
  })
  return found
}

/** Returns the offset of a zone from UTC in minutes, according to `Intl`. */
function offsetOf(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Returns the start on a day on which a clock change skips the time of the rule. The start is later by the length of
 * the skipped period (RFC 5545 §3.3.5). RRuleTemporal skips such days.
 */
function afterGap(rule: RecurrenceRule, day: string): string {
  const near = Date.parse(`${day}T${rule.time}:00Z`)
  const before = offsetOf(near - offsetOf(near, rule.zone) * 60_000 - 6 * 3_600_000, rule.zone)
  return new Date(near - before * 60_000).toISOString()
}

/** Checks the dates of a rule over two years. Returns the errors and the dates. */
export function ruleErrors(rule: RecurrenceRule): { wrong: string[]; dates: Occurrence[] } {
  const until = shiftDay(rule.firstDay, 731)
  const dates = occurrencesOf(rule, until)
  const wrong: string[] = []
  const starts = dates.map(({ startsAt }) => startsAt)
  const days = new Map<string, string | null>(expectedStarts(rule, until, '12:00').map(({ day }) => [day, null]))
  const atTime = { ...rule, repeat: { ...rule.repeat, ends: { by: 'never' as const } } }
  for (const { day, startsAt } of expectedStarts(atTime, until, rule.time)) if (days.has(day)) days.set(day, startsAt)
  for (const { day, startsAt } of dates) {
    const other = days.has(day) ? (days.get(day) ?? afterGap(rule, day)) : 'no day of the rule'
    if (other !== startsAt) wrong.push(`${day} is at ${startsAt} and not at ${other}`)
    days.delete(day)
  }
  if (days.size) wrong.push(`lost ${[...days.keys()].join()}`)
  if (new Set(starts).size !== starts.length || new Set(dates.map(({ day }) => day)).size !== dates.length)
    wrong.push('doubled')
  for (const date of dates) {
    const wall = wallClockOf(date.startsAt, rule.zone)
    const moved = wall.day !== date.day || wall.time !== rule.time
    if (moved !== (date.wallClock === 'never')) wrong.push(`${date.day} is at ${wall.day} ${wall.time}`)
    if (Date.parse(date.endsAt) - Date.parse(date.startsAt) !== rule.durationMinutes * 60_000)
      wrong.push(`${date.day} lasts until ${date.endsAt}`)
  }
  wrong.push(...fileErrors(dates), ...reminderErrors(dates, rule.zone))
  return { wrong, dates }
}

const letter = {
  to: 'reader@attune.test',
  language: 'en',
  origin: 'https://attune.test',
  from: 'post@attune.test',
  postedAt: new Date(0),
} as const

/**
 * Returns the errors in the calendar file of an email. The times that another calendar library reads from the file must
 * equal the dates.
 */
function fileErrors(dates: Occurrence[]): string[] {
  const stand = dates.map(({ day, startsAt, endsAt }): MailedSession => ({
    id: day,
    startsAt,
    endsAt,
    status: 'confirmed',
    sequence: 0,
    format: 'phone',
    location: '',
    videoUrl: null,
    callInAttune: false,
    page: null,
    answer: 'accepted',
  }))
  const read = calendarFileTimes(calendarFileOfSessions({ active: stand, cancelled: [] }, letter).content)
  return dates.flatMap(({ day, startsAt, endsAt }) =>
    read.get(day) === `${startsAt} ${endsAt}` ? [] : [`the file has ${day} at ${read.get(day)}`],
  )
}

/**
 * Reads a calendar file with another calendar library. Returns the start and end of each event, by the part of the
 * event’s id before ‘@’.
 */
export function calendarFileTimes(content: string): Map<string, string> {
  const events = Object.values(ical.sync.parseICS(content)).filter((one) => one?.type === 'VEVENT')
  return new Map(
    events.map((event) => [
      event.uid.split('@')[0] ?? '',
      `${new Date(event.start).toISOString()} ${new Date(event.end ?? 0).toISOString()}`,
    ]),
  )
}

/**
 * Returns the errors in the reminders. A reminder is due 24 hours before the start. If reminders are not allowed at
 * that time in the reader’s time zone, the reminder is due at most 13 hours earlier.
 */
function reminderErrors(dates: Occurrence[], zone: string): string[] {
  return dates.flatMap(({ day, startsAt }) => {
    const due = reminderDueAt({ startsAt, zone }, 1440)
    const wall = wallClockOf(due.toISOString(), zone)
    const early = Date.parse(startsAt) - due.getTime() - 24 * 3_600_000
    const allowed = wall.time >= '08:00' && wall.time < '21:00'
    return allowed && early >= 0 && early <= 13 * 3_600_000 ? [] : [`${day} is reminded of at ${wall.day} ${wall.time}`]
  })
}
