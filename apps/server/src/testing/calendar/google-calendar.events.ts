import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

export type DoubleTime = { date?: string; dateTime?: string; timeZone?: string }
export type DoubleEvent = {
  id: string
  status: string
  start?: DoubleTime
  end?: DoubleTime
  summary?: string
  location?: string
  recurrence?: string[]
  recurringEventId?: string
  originalStartTime?: DoubleTime
  sequence: number
  [field: string]: unknown
}

/** Returns the instant of a time, in epoch milliseconds. A time without an offset is in the zone `timeZone`. */
export function instantIn({ date, dateTime = '', timeZone = 'UTC' }: DoubleTime): number {
  if (date) return Date.parse(`${date}T00:00:00Z`)
  if (/(Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime)
  return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).epochMilliseconds
}

const localAt = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()

/** Returns a time as Google does: with the offset of the event's zone. */
export function returnedTime(time: DoubleTime, calendarZone: string): DoubleTime {
  if (time.date) return { date: time.date }
  const zone = time.timeZone ?? calendarZone
  const at = Temporal.Instant.fromEpochMilliseconds(instantIn(time)).toZonedDateTimeISO(zone)
  const text = at.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 }).replace('+00:00', 'Z')
  return { dateTime: text, timeZone: zone }
}

const compact = (text: string) => text.slice(0, 19).replaceAll(/[-:]/g, '')
/** Returns the part of an occurrence's id that contains its original start. */
export const originText = (instant: number) => `${compact(new Date(instant).toISOString())}Z`

/** Returns the starts of a series by its recurrence rule, without the excluded ones, in epoch milliseconds. The rule must end. */
export function startsOf({ recurrence = [], start = {} }: DoubleEvent): number[] {
  const zone = start.timeZone ?? 'UTC'
  const rule = recurrence.find((line) => line.startsWith('RRULE:'))
  if (!rule) return [instantIn(start)]
  // Expands the rule in local time, so that an occurrence at a time that a clock change skips moves forward.
  const wall = (instant: number) => compact(localAt(instant, zone).toString({ smallestUnit: 'second' }))
  const until = (_: string, text: string) =>
    `UNTIL=${wall(Date.parse(text.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')))}Z`
  const rruleString = `DTSTART;TZID=UTC:${wall(instantIn(start))}\n${rule.replace(/UNTIL=(\w+)/, until)}`
  const excluded = new Set(recurrence.filter((line) => line.startsWith('EXDATE')).flatMap(excludedIn))
  const starts: number[] = []
  new RRuleTemporal({ rruleString }).all((at) => {
    const local = Temporal.PlainDateTime.from(at.toPlainDateTime().toString())
    starts.push(local.toZonedDateTime(zone).epochMilliseconds)
    return starts.length < 1000
  })
  return starts.filter((instant) => !excluded.has(instant))
}

function excludedIn(line: string): number[] {
  const [head = '', values = ''] = line.split(':')
  const timeZone = /TZID=([^;]+)/.exec(head)?.[1] ?? 'UTC'
  return values.split(',').map((value) => {
    const dateTime = value.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')
    return instantIn({ dateTime, timeZone })
  })
}

/** Merges a change as Google's API does: null removes a field, an array replaces it, an object is merged into it. */
export function merged(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const after = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete after[name]
    else if (typeof value === 'object' && !Array.isArray(value))
      after[name] = merged((before[name] ?? {}) as Record<string, unknown>, value as Record<string, unknown>)
    else after[name] = value
  }
  return after
}

/** Returns only the fields of an event that the `fields` parameter requests. */
export function selected(event: Record<string, unknown>, fields: string | undefined): Record<string, unknown> {
  const inner = /items\((.*)\),/.exec(fields ?? '')?.[1] ?? fields
  if (!inner) return event
  const names = new Set(inner.replaceAll(/\([^)]*\)|\/\w+/g, '').split(','))
  return Object.fromEntries(Object.entries(event).filter(([name]) => names.has(name)))
}
