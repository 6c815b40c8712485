import { occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import { type GoogleTime, instantAt, ownMark, unfinishedMark } from './events.ts'
import { excludedInstants, icsToGoogleTime } from './read.ts'
import type { WrittenEvent, WrittenOccurrence } from '../events/calendar-event.ts'
import { icsLocal, icsRecurrenceLines, icsText, icsUtc } from '../events/ics-write.ts'
import { idInUid } from '../events/own-events.ts'

const minute = 60_000

/** The fields of an event that the product writes. All others do not change there, such as reminders, colors and guests. */
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

/** An event of ours as it must be written: the event, and its changed occurrences with their start by the rule. */
export type GoogleTarget = {
  fields: GoogleFields
  changed: { start: GoogleTime; fields: GoogleFields }[]
  /** The starts by the rule at which there is no occurrence, in milliseconds. */
  excluded: number[]
}

/** Returns an event of ours in the form in which Google stores it. It has no guests, so that Google sends no invitation. */
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

/** Returns a text as a calendar file holds it, so that the event has the same digest when it comes back. */
const plainText = (text: string) =>
  icsText(text).replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))

const utcTime = (instant: string) => icsToGoogleTime(icsUtc(instant), null)
const timeInZone = (instant: string, zone: string) => icsToGoogleTime(icsLocal(instant, zone), zone)

/** Returns the times of an occurrence of a series. Its end is its start and its duration in whole minutes. */
function googleTimesIn({ startsAt, endsAt }: WrittenOccurrence, zone: string): Times {
  const start = timeInZone(startsAt, zone)
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute)
  return { start, end: endAfter(start, minutes * minute) }
}

function endAfter(start: GoogleTime, length: number): GoogleTime {
  const end = new Date(instantAt(start) + length).toISOString().replace('.000Z', 'Z')
  return start.date ? { date: end.slice(0, 10) } : { ...start, dateTime: end }
}

/**
 * Returns the fields of a change. A change merges objects, so the kind of time that the event no longer has is removed by null, and so is
 * the rule of an event that no longer repeats.
 */
export const changeOf = ({ start, end, ...fields }: GoogleFields): GoogleFields => ({
  ...fields,
  start: { ...(start.date ? { dateTime: null, timeZone: null } : { date: null }), ...start },
  end: { ...(end.date ? { dateTime: null, timeZone: null } : { date: null }), ...end },
})

/** Returns the fields of a new event, in which nothing needs to be removed. */
export function newEventOf({ recurrence, extendedProperties, ...fields }: GoogleFields): GoogleFields {
  const marks = Object.entries(extendedProperties?.private ?? {}).filter(([, value]) => value !== null)
  return {
    ...fields,
    ...(recurrence && { recurrence }),
    extendedProperties: { private: Object.fromEntries(marks) },
  }
}

/** Returns the fields that an occurrence has by the rule of its series. */
export function fieldsByRule({ fields }: GoogleTarget, start: GoogleTime): GoogleFields {
  const length = instantAt(fields.end) - instantAt(fields.start)
  const { recurrence: _, sequence: __, extendedProperties: ___, ...rest } = fields
  return { ...rest, start, end: endAfter(start, length) }
}

/** Returns the starts by the rule of a series of ours, in milliseconds, also those that are excluded. */
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
