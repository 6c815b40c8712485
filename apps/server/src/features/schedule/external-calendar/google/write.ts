import { occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import { unfoldIcs } from '../../calendar/calendar.ts'
import { type GoogleTime, instantAt, ownMark, unfinishedMark } from './events.ts'
import { excludedInstants, icsToGoogleTime } from './read.ts'
import { idInUid } from '../events/own-events.ts'

/** The fields of an event that the product writes. All others stay as they are there, such as reminders, colors and guests. */
export type GoogleFields = {
  status: 'confirmed'
  summary: string
  location: string
  description?: string
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

type IcsProperty = { name: string; zone: string | null; value: string }

/** Converts a calendar file that the product has written. It has no guests, so that Google sends no invitation. */
export function icsToGoogle(file: string): GoogleTarget {
  const events = eventsIn(file).map((lines) => new Map(lines.map((line) => [line.name, line])))
  const isChange = (event: Map<string, IcsProperty>) => event.has('RECURRENCE-ID')
  const master = events.find((event) => !isChange(event))
  if (!master) throw new Error('a calendar file of ours has an event')
  const uid = master.get('UID')?.value ?? ''
  const recurrence = ['RRULE', 'EXDATE'].flatMap((name) => {
    const found = master.get(name)
    return found ? [`${name}${found.zone ? `;TZID=${found.zone}` : ''}:${found.value}`] : []
  })
  return {
    fields: {
      ...fieldsOf(master),
      recurrence: recurrence.length > 0 ? recurrence : null,
      sequence: Number(master.get('SEQUENCE')?.value ?? 0),
      extendedProperties: { private: { [ownMark]: idInUid(uid) ?? uid, [unfinishedMark]: null } },
    },
    changed: events.filter(isChange).map((event) => ({
      start: timeIn(event.get('RECURRENCE-ID')),
      fields: fieldsOf(event),
    })),
    excluded: excludedInstants(recurrence, master.get('DTSTART')?.zone ?? 'UTC'),
  }
}

function eventsIn(file: string): IcsProperty[][] {
  const events: IcsProperty[][] = []
  let open: IcsProperty[] | null = null
  for (const line of unfoldIcs(file)) {
    if (line === 'BEGIN:VEVENT') events.push((open = []))
    else if (line === 'END:VEVENT') open = null
    else if (open) open.push(propertyOf(line))
  }
  return events
}

function propertyOf(line: string): IcsProperty {
  const [head = '', value = ''] = line.split(/:(.*)/s)
  const [name = '', ...parameters] = head.split(';')
  return { name, zone: parameters.find((one) => one.startsWith('TZID='))?.slice(5) ?? null, value }
}

const signs: Record<string, string> = { n: '\n', N: '\n' }
const textIn = (property: IcsProperty | undefined) =>
  (property?.value ?? '').replaceAll(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign)
const timeIn = (property: IcsProperty | undefined) => icsToGoogleTime(property?.value ?? '', property?.zone ?? null)

function fieldsOf(event: Map<string, IcsProperty>): GoogleFields {
  const start = timeIn(event.get('DTSTART'))
  const duration = event.get('DURATION')?.value
  return {
    status: 'confirmed',
    summary: textIn(event.get('SUMMARY')),
    location: textIn(event.get('LOCATION')),
    ...(event.has('DESCRIPTION') && { description: textIn(event.get('DESCRIPTION')) }),
    start,
    end: duration ? endAfter(start, durationIn(duration)) : timeIn(event.get('DTEND')),
    transparency: event.get('TRANSP')?.value === 'TRANSPARENT' ? 'transparent' : 'opaque',
  }
}

/** Returns a duration of a calendar file that the product has written, in milliseconds. */
function durationIn(text: string): number {
  const [, days = '0', hours = '0', minutes = '0'] = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?/.exec(text) ?? []
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000
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
