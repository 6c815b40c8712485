import { offsetIntervals, wallClockOf } from '@attune/contract/common/time/time'
import { escape, foldLines } from 'ical-generator'
import type { EventStamp, WrittenEvent, WrittenOccurrence, WrittenSeries } from './calendar-event.ts'

const minute = 60_000
const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Returns an Attune event as a calendar file. */
export const calendarFile = (event: WrittenEvent): string =>
  event.kind === 'single' ? singleFile(event.shown, event) : seriesFile(event.shown, event)

/** Returns a calendar file with one event, in UTC. It has no attendees, so servers send no invitations. */
const singleFile = (occurrence: WrittenOccurrence, stamp: EventStamp): string =>
  fileOf(
    event(stamp, [`DTSTART:${utc(occurrence.startsAt)}`, `DTEND:${utc(occurrence.endsAt)}`, ...textLines(occurrence)]),
  )

/** Returns a calendar file with a series and its exceptions, in the zone of the series. */
function seriesFile(series: WrittenSeries, stamp: EventStamp): string {
  const { zone } = series
  const at = (name: string, start: string) => `${name};TZID=${zone}:${local(start, zone)}`
  const master = event(stamp, [
    at('DTSTART', series.startsAt),
    durationOf(series),
    ...recurrenceLines(series),
    ...textLines(series),
  ])
  const changed = series.changed.map((one) =>
    event(stamp, [
      at('RECURRENCE-ID', one.originalStart),
      at('DTSTART', one.startsAt),
      durationOf(one),
      ...textLines(one),
    ]),
  )
  return fileOf([...zoneLines(series), ...master, ...changed.flat()])
}

const event = ({ uid, sequence, now }: EventStamp, lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(now.toISOString())}`,
  `SEQUENCE:${sequence}`,
  ...lines,
  'TRANSP:OPAQUE',
  'END:VEVENT',
]

const textLines = ({ title, location }: WrittenOccurrence) => [
  `SUMMARY:${escaped(title)}`,
  ...(location ? [`LOCATION:${escaped(location)}`] : []),
]

const durationOf = ({ startsAt, endsAt }: WrittenOccurrence) =>
  `DURATION:PT${Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute)}M`

/** Returns the lines for the rule of a series and for the starts without an occurrence. */
const recurrenceLines = (series: WrittenSeries): string[] => {
  const { left, zone } = series
  const excluded = `EXDATE;TZID=${zone}:${left.map((one) => local(one, zone)).join(',')}`
  return left.length > 0 ? [ruleOf(series), excluded] : [ruleOf(series)]
}

/** Returns the rule with its last start in UTC, as RFC 5545 (3.3.10) requires for a start with a zone. */
function ruleOf({ repeat, startsAt, zone, lastStartsAt }: WrittenSeries): string {
  const until = `UNTIL=${utc(lastStartsAt)}`
  if (repeat.every === 'weeks') return `RRULE:FREQ=WEEKLY;INTERVAL=${repeat.weeks};${until}`
  const weekday = weekdayNames[new Date(`${wallClockOf(startsAt, zone).day}T12:00:00Z`).getUTCDay()]
  return `RRULE:FREQ=MONTHLY;BYDAY=${repeat.nth}${weekday};${until}`
}

const utc = (instant: string) => `${instant.replaceAll(/[-:]|\.\d+/g, '').replace(/Z?$/, 'Z')}`
function local(instant: string, zone: string): string {
  const { day, time } = wallClockOf(instant, zone)
  return `${day.replaceAll('-', '')}T${time.replace(':', '')}00`
}

const escaped = (text: string) => escape(text, false).replaceAll(/\p{Cc}/gu, ' ')

/** Describes a zone by its clock changes during the series. */
function zoneLines({ zone, startsAt, lastStartsAt, changed }: WrittenSeries): string[] {
  const instants = [startsAt, lastStartsAt, ...changed.map((one) => one.startsAt)].map(Date.parse)
  const [from, to] = [Math.min(...instants) - 370 * 1440 * minute, Math.max(...instants) + 370 * 1440 * minute]
  const intervals = offsetIntervals(zone, from, to)
  const least = Math.min(...intervals.map(({ offset }) => offset))
  const observances = intervals.flatMap(({ from: at, offset }, number) => {
    const before = intervals[number - 1]?.offset ?? offset
    const name = offset > least ? 'DAYLIGHT' : 'STANDARD'
    const start = new Date((number === 0 ? Date.UTC(1970, 0, 1) : at) + before).toISOString().slice(0, 19)
    return [
      `BEGIN:${name}`,
      `DTSTART:${start.replaceAll(/[-:]/g, '')}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `END:${name}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE']
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / minute)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const fileOf = (lines: string[]) =>
  foldLines(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Attune//Attune//EN',
      'CALSCALE:GREGORIAN',
      ...lines,
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )

export {
  escaped as icsText,
  fileOf as icsFileOf,
  local as icsLocal,
  recurrenceLines as icsRecurrenceLines,
  utc as icsUtc,
}
