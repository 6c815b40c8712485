import { occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import { type GoogleTime, instantAt, ownMark, unfinishedMark } from './events.ts'
import { excludedInstants, icsToGoogleTime } from './read.ts'
import type { WrittenEvent, WrittenOccurrence } from '../events/calendar-event.ts'
import { icsLocal, icsRecurrenceLines, icsText, icsUtc } from '../events/ics-write.ts'
import { idInUid } from '../events/own-events.ts'

const minute = 60_000

/** The fields of an event that the product writes. All other fields are kept, such as reminders, colors and guests. */
export type GoogleFields = {
  status: 'confirmed'
  summary: string
  location: string
  start: GoogleTime
  end: GoogleTime
  transparency: 'opaque' | 'transparent'
  recurrence?: string[] | null
  sequence?: number
  extendedProperties?: { private: Record<string, string | null> }
}

/** The required state of an Attune event: its fields, and its changed occurrences with their original starts. */
export type GoogleTarget = {
  fields: GoogleFields
  changed: { start: GoogleTime; fields: GoogleFields }[]
  /** The starts of the rule that have no occurrence, in milliseconds. */
  excluded: number[]
}

/** Converts an Attune event to Google's format. It has no guests, so Google sends no invitations. */
export function googleTarget({ uid, sequence, ...event }: WrittenEvent): GoogleTarget {
  const marks = { [ownMark]: idInUid(uid) ?? uid, [unfinishedMark]: null }
  const common = { sequence, extendedProperties: { private: marks } }
  if (event.kind === 'single') {
    const times = { start: utcTime(event.shown.startsAt), end: utcTime(event.shown.endsAt) }
    const fields = { ...fieldsOf(event.shown, times), recurrence: null, ...common }
    return { fields, changed: [], excluded: [] }
  }
  const series = event.shown
  const { zone } = series
  const recurrence = icsRecurrenceLines(series)
  return {
    fields: { ...fieldsOf(series, googleTimesIn(series, zone)), recurrence, ...common },
    changed: series.changed.map((one) => ({
      start: timeInZone(one.originalStart, zone),
      fields: fieldsOf(one, googleTimesIn(one, zone)),
    })),
    excluded: excludedInstants(recurrence, zone),
  }
}

type Times = Pick<GoogleFields, 'start' | 'end'>

const fieldsOf = ({ title, location }: WrittenOccurrence, times: Times): GoogleFields => ({
  status: 'confirmed',
  summary: plainText(title),
  location: plainText(location),
  ...times,
  transparency: 'opaque',
})

/** Normalizes a text as a calendar file would, so that the event has the same digest when it is read back. */
const plainText = (text: string) =>
  icsText(text).replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))

const utcTime = (instant: string) => icsToGoogleTime(icsUtc(instant), null)
const timeInZone = (instant: string, zone: string) => icsToGoogleTime(icsLocal(instant, zone), zone)

/** Returns the times of an occurrence of a series. The end is the start plus the duration in whole minutes. */
function googleTimesIn({ startsAt, endsAt }: WrittenOccurrence, zone: string): Times {
  const start = timeInZone(startsAt, zone)
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute)
  return { start, end: endAfter(start, minutes * minute) }
}

function endAfter(start: GoogleTime, length: number): GoogleTime {
  const end = new Date(instantAt(start) + length).toISOString().replace('.000Z', 'Z')
  return start.date ? { date: end.slice(0, 10) } : { ...start, dateTime: end }
}

/** Returns the fields of an update. Google merges objects in an update, so a time type or rule that the event no longer has must be set to null. */
export const changeOf = ({ start, end, ...fields }: GoogleFields): GoogleFields => ({
  ...fields,
  start: { ...(start.date ? { dateTime: null, timeZone: null } : { date: null }), ...start },
  end: { ...(end.date ? { dateTime: null, timeZone: null } : { date: null }), ...end },
})

/** Returns the fields of a new event, without null values. */
export function newEventOf({ recurrence, extendedProperties, ...fields }: GoogleFields): GoogleFields {
  const marks = Object.entries(extendedProperties?.private ?? {}).filter(([, value]) => value !== null)
  return {
    ...fields,
    ...(recurrence && { recurrence }),
    extendedProperties: { private: Object.fromEntries(marks) },
  }
}

/** Returns the fields of an unchanged occurrence of a series. */
export function fieldsByRule({ fields }: GoogleTarget, start: GoogleTime): GoogleFields {
  const length = instantAt(fields.end) - instantAt(fields.start)
  const { recurrence: _, sequence: __, extendedProperties: ___, ...rest } = fields
  return { ...rest, start, end: endAfter(start, length) }
}

/** Returns all starts of the rule of an Attune series in milliseconds, including excluded ones. */
export function startsByRule({ fields: { recurrence, start } }: GoogleTarget): Set<number> {
  const rule = new Map(
    (recurrence ?? [])
      .find((line) => line.startsWith('RRULE:'))
      ?.slice('RRULE:'.length)
      .split(';')
      .map((part) => part.split('=') as [string, string]) ?? [],
  )
  const until = icsToGoogleTime(rule.get('UNTIL') ?? '', null)
  if (!start.timeZone || !until.dateTime) return new Set([instantAt(start)])
  const zone = start.timeZone
  const first = wallClockOf(new Date(instantAt(start)).toISOString(), zone)
  const last = wallClockOf(new Date(instantAt(until)).toISOString(), zone)
  const days = occurrences(first.day, repeatOf(rule), last.day)
  return new Set(days.map((day) => Date.parse(instantOf(day, first.time, zone))))
}

function repeatOf(rule: Map<string, string>): Repeat {
  const ends = { by: 'never' } as const
  if (rule.get('FREQ') === 'WEEKLY') return { every: 'weeks', weeks: Number(rule.get('INTERVAL') ?? 1), ends }
  const nth = Number.parseInt(rule.get('BYDAY') ?? '1', 10) as Extract<Repeat, { every: 'months' }>['nth']
  return { every: 'months', nth, ends }
}
