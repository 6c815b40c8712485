import { isZone } from '@attune/contract/common/time/time'
import { type GoogleEvent, type GoogleSeries, type GoogleTime, instantAt, isCancelled, ownMark } from './events.ts'
import { icsFileOf, icsLocal, icsText, icsUtc } from '../events/ics-write.ts'
import { uidOf } from '../events/own-events.ts'

const minute = 60_000

/**
 * Converts a Google event to a calendar file. Google's rules already have this format, and stored digests were computed from it. An Attune event that
 * no one has changed produces exactly the written lines, whatever Google has added, so its digest is unchanged.
 */
export function googleToIcs({ event, exceptions }: GoogleSeries): string {
  const repeats = Boolean(event?.recurrence?.length)
  if (event && !repeats) return icsFileOf(eventLines(event, event, singleTimes(event)))
  const shown = exceptions.filter((one) => !isCancelled(one))
  if (!event) return icsFileOf(shown.flatMap((one) => eventLines(one, one, [...originLines(one), ...singleTimes(one)])))
  const changed = shown.filter((one) => differsFromRule(event, one))
  const master = eventLines(event, event, [
    ...timesInZone(event, zoneOf(event)),
    ...(event.recurrence ?? []).filter((line) => /^RRULE/i.test(line)).map(orderedRule),
    ...(event.recurrence ?? []).filter((line) => /^RDATE/i.test(line)).map(lineText),
    ...excludedLines(event, exceptions),
  ])
  const others = changed.map((one) =>
    eventLines(one, event, [
      ...originLines(one, isAllDay(event) ? null : zoneOf(event)),
      ...timesInZone(one, zoneOf(event)),
    ]),
  )
  return icsFileOf([...master, ...others.flat()])
}

/** Returns the lines of an event. `named` is the event that provides the UID. */
function eventLines(event: GoogleEvent, named: GoogleEvent, times: string[]): string[] {
  const own = named.extendedProperties?.private?.[ownMark]
  const isFree = event.transparency === 'transparent' || isDeclinedBySelf(event)
  return [
    'BEGIN:VEVENT',
    `UID:${lineText(own ? uidOf(own) : (named.iCalUID ?? named.id))}`,
    `SEQUENCE:${event.sequence ?? 0}`,
    ...times,
    `SUMMARY:${icsText(event.summary ?? '')}`,
    ...(event.location ? [`LOCATION:${icsText(event.location)}`] : []),
    ...(event.status === 'tentative' ? ['STATUS:TENTATIVE'] : []),
    `TRANSP:${isFree ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** Returns the calendar file for reading an event; an empty text if one of its times is invalid. */
export const googleFile = (series: GoogleSeries): string => (hasTimes(series) ? googleToIcs(series) : '')

const hasTimes = ({ event, exceptions }: GoogleSeries): boolean =>
  exceptions.every(({ originalStartTime }) => isTime(originalStartTime)) &&
  [...(event ? [event] : []), ...exceptions.filter((one) => !isCancelled(one))].every(
    ({ start, end }) => isTime(start) && isTime(end),
  )

const isTime = (time: GoogleTime | undefined) => !Number.isNaN(instantAt(time))

const lineText = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')
const isAllDay = ({ start }: GoogleEvent) => Boolean(start?.date && !start.dateTime)
const zoneOf = ({ start }: GoogleEvent) => (start?.timeZone && isZone(start.timeZone) ? start.timeZone : 'UTC')
const isoAt = (instant: number) => new Date(instant).toISOString()
const dateLine = (name: string, day: string) => `${name};VALUE=DATE:${day.replaceAll('-', '')}`
const lengthOf = ({ start, end }: GoogleEvent) => instantAt(end) - instantAt(start)

function dayTimes({ start, end }: GoogleEvent): string[] {
  return [dateLine('DTSTART', start?.date ?? ''), dateLine('DTEND', end?.date ?? '')]
}

function singleTimes(event: GoogleEvent): string[] {
  if (isAllDay(event)) return dayTimes(event)
  return [
    `DTSTART:${icsUtc(isoAt(instantAt(event.start)))}`,
    `DTEND:${icsUtc(isoAt(instantAt(event.end ?? event.start)))}`,
  ]
}

function timesInZone(event: GoogleEvent, zone: string): string[] {
  if (isAllDay(event)) return dayTimes(event)
  const start = icsLocal(isoAt(instantAt(event.start)), zone)
  return [`DTSTART;TZID=${zone}:${start}`, `DURATION:PT${Math.round(lengthOf(event) / minute)}M`]
}

/** Returns the line for an occurrence's original start, in the zone of its series; in UTC if the series is unknown. */
function originLines({ originalStartTime = {} }: GoogleEvent, zone: string | null = null): string[] {
  if (originalStartTime.date) return [dateLine('RECURRENCE-ID', originalStartTime.date)]
  const origin = isoAt(instantAt(originalStartTime))
  return [zone ? `RECURRENCE-ID;TZID=${zone}:${icsLocal(origin, zone)}` : `RECURRENCE-ID:${icsUtc(origin)}`]
}

/** Whether an occurrence differs from the rule. Google also stores occurrences that were changed and changed back. */
export const differsFromRule = (event: GoogleEvent, one: GoogleEvent) =>
  isAllDay(event) !== isAllDay(one) ||
  instantAt(one.start) !== instantAt(one.originalStartTime) ||
  lengthOf(one) !== lengthOf(event) ||
  (['summary', 'location', 'transparency'] as const).some((name) => (one[name] ?? '') !== (event[name] ?? '')) ||
  isDeclinedBySelf(one) !== isDeclinedBySelf(event)

const isDeclinedBySelf = ({ attendees }: GoogleEvent) =>
  attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined') ?? false

/** Returns a line with the excluded and deleted occurrences, in order. */
function excludedLines(event: GoogleEvent, exceptions: GoogleEvent[]): string[] {
  const zone = zoneOf(event)
  const deleted = exceptions.filter(isCancelled).map(({ originalStartTime }) => instantAt(originalStartTime))
  const instants = [...new Set([...excludedInstants(event.recurrence ?? [], zone), ...deleted])].toSorted(
    (a, b) => a - b,
  )
  if (instants.length === 0) return []
  if (isAllDay(event)) return [`EXDATE;VALUE=DATE:${instants.map((one) => icsUtc(isoAt(one)).slice(0, 8)).join()}`]
  return [`EXDATE;TZID=${zone}:${instants.map((one) => icsLocal(isoAt(one), zone)).join()}`]
}

/** Returns the instants of an event's EXDATE lines. `zone` replaces an unknown zone. */
export const excludedInstants = (recurrence: string[], zone: string): number[] =>
  recurrence
    .filter((line) => /^EXDATE/i.test(line))
    .flatMap((line) => {
      const [head = '', values = ''] = line.split(/:(.*)/s)
      const named = /TZID="?([^";:]+)/i.exec(head)?.[1] ?? zone
      return values.split(',').map((value) => instantAt(icsToGoogleTime(value, isZone(named) ? named : zone)))
    })
    .filter((instant) => !Number.isNaN(instant))

/** Converts a date or time of a calendar file (`20261201`, `20261201T090000`, `20261201T090000Z`) to Google's format. */
export function icsToGoogleTime(value: string, timeZone: string | null): GoogleTime {
  const [, y, m, d, hours, minutes, seconds, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/.exec(value.trim()) ?? []
  if (!y) return {}
  if (!hours) return { date: `${y}-${m}-${d}` }
  const dateTime = `${y}-${m}-${d}T${hours}:${minutes}:${seconds}`
  if (utc || !timeZone) return { dateTime: `${dateTime}Z` }
  const instant = instantAt({ dateTime, timeZone })
  return Number.isNaN(instant) ? {} : { dateTime: isoAt(instant).replace('.000Z', 'Z'), timeZone }
}

/** Sorts the parts of a rule into the order in which the product writes them. */
function orderedRule(line: string): string {
  const order = (part: string) => ['FREQ', 'INTERVAL', '', 'COUNT', 'UNTIL'].indexOf(part.split('=')[0] ?? '')
  const rank = (part: string) => (order(part) < 0 ? 2 : order(part))
  const parts = lineText(line)
    .replace(/^RRULE:/i, '')
    .split(';')
  return `RRULE:${parts.toSorted((a, b) => rank(a) - rank(b)).join(';')}`
}
