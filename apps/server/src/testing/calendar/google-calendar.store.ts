import {
  type DoubleEvent,
  type DoubleTime,
  instantIn,
  merged,
  originText,
  returnedTime,
  startsOf,
} from './google-calendar.events.ts'

export type DoubleEntry = { event: DoubleEvent; version: number }
export type GoogleCalendar = {
  id: string
  summary: string
  backgroundColor: string
  accessRole: 'owner' | 'writer' | 'reader' | 'freeBusyReader'
  zone: string
  events: Map<string, DoubleEntry>
}

/** The faults and peculiarities that the double simulates. */
export type GoogleFaults = {
  /** The HTTP status of every response. */
  status?: number
  /** The number of requests to refuse with a rate limit, and the reason of the 403. With the reason `tooMany`, the status is 429 instead. */
  limits?: { requests: number; reason: string }
  /** Whether a write is carried out but its response is lost. */
  losesAnswers?: boolean
  /** The number of writes after which the double closes the connection instead of responding. */
  breaksAfterWrites?: number
  /** Runs once, before the next write is carried out. */
  beforeWrite?: () => Promise<unknown>
  /** The maximum page size of lists, even if a request asks for more. */
  pageSize?: number
  /** The address to which every request is redirected. */
  redirectsTo?: string
  /** Whether a written occurrence also changes the etag of its series. */
  touchesSeries?: boolean
  /** Whether changing a series removes its changed occurrences. */
  dropsOccurrences?: boolean
}

export type DoubleState = {
  version: number
  forgottenBefore: number
  calendars: Map<string, GoogleCalendar>
  faults: GoogleFaults
  token: string
  isRevoked: boolean
}

export function storeEvent(state: DoubleState, calendar: GoogleCalendar, event: DoubleEvent): DoubleEntry {
  const stored = { event, version: ++state.version }
  calendar.events.set(event.id, stored)
  return stored
}

/** Returns an event, or an occurrence of a series that has not been changed. */
export function findEvent(calendar: GoogleCalendar, id: string): DoubleEntry | undefined {
  const known = calendar.events.get(id)
  if (known) return known
  const [, seriesId = '', origin] = /^(.+)_(\d{8}T\d{6}Z)$/.exec(id) ?? []
  const series = calendar.events.get(seriesId)
  const start = series && startsOf(series.event).find((one) => originText(one) === origin)
  if (!series || start === undefined) return undefined
  const { recurrence: _, ...event } = series.event
  const length = instantIn(event.end ?? {}) - instantIn(event.start ?? {})
  const at = (instant: number): DoubleTime => ({
    dateTime: new Date(instant).toISOString(),
    ...(event.start?.timeZone && { timeZone: event.start.timeZone }),
  })
  const times = { start: at(start), end: at(start + length), originalStartTime: at(start) }
  return { version: series.version, event: { ...event, ...times, id, recurringEventId: seriesId } }
}

/** Changes an event. Increments the sequence if the time changes and the request contains no new sequence. */
export function changeEvent(
  state: DoubleState,
  calendar: GoogleCalendar,
  { event }: DoubleEntry,
  change: Record<string, unknown>,
): DoubleEntry {
  const next = merged(event, change) as DoubleEvent
  const isMoved = JSON.stringify([event.start, event.end]) !== JSON.stringify([next.start, next.end])
  if (isMoved && next.sequence === event.sequence) next.sequence++
  const { dropsOccurrences, touchesSeries } = state.faults
  if (!next.recurringEventId && (!next.recurrence || (dropsOccurrences && 'start' in change)))
    dropOccurrences(calendar, next.id)
  const series = calendar.events.get(next.recurringEventId ?? '')
  if (series && touchesSeries) series.version = ++state.version
  return storeEvent(state, calendar, next)
}

function dropOccurrences(calendar: GoogleCalendar, id: string): void {
  for (const [key, { event }] of calendar.events) if (event.recurringEventId === id) calendar.events.delete(key)
}

export function removeEventAs(state: DoubleState, calendar: GoogleCalendar, id: string): void {
  const known = findEvent(calendar, id)
  if (!known) return
  if (!known.event.recurringEventId) dropOccurrences(calendar, id)
  storeEvent(state, calendar, { ...known.event, status: 'cancelled' })
}

export const doubleEtag = ({ version }: DoubleEntry) => `"${version}000"`

export function returnedEvent({ zone }: GoogleCalendar, stored: DoubleEntry): Record<string, unknown> {
  const { start, end, originalStartTime, ...event } = stored.event
  return {
    iCalUID: `${event.recurringEventId ?? event.id}@google.com`,
    ...event,
    kind: 'calendar#event',
    etag: doubleEtag(stored),
    ...(start && { start: returnedTime(start, zone) }),
    ...(end && { end: returnedTime(end, zone) }),
    ...(originalStartTime && { originalStartTime: returnedTime(originalStartTime, zone) }),
  }
}

/** Returns an event as a list contains it. A deleted occurrence has only the fields that Google guarantees. */
export function listedEvent(calendar: GoogleCalendar, stored: DoubleEntry): Record<string, unknown> {
  const all = returnedEvent(calendar, stored)
  if (stored.event.status !== 'cancelled') return all
  const { id, etag, status, kind, recurringEventId, originalStartTime } = all
  return { id, etag, status, kind, recurringEventId, originalStartTime }
}

type ShownEvent = { id: string; startsAt: string; endsAt: string; summary: string }

export function visibleIn(calendar: GoogleCalendar, event: DoubleEvent): ShownEvent[] {
  if (event.status === 'cancelled') return []
  const show = ({ id, start = {}, end = {}, summary = '' }: DoubleEvent): ShownEvent => ({
    id,
    startsAt: new Date(instantIn(start)).toISOString(),
    endsAt: new Date(instantIn(end)).toISOString(),
    summary,
  })
  if (!event.recurrence) return [show(event)]
  return startsOf(event)
    .map((start) => `${event.id}_${originText(start)}`)
    .filter((id) => !calendar.events.has(id))
    .flatMap((id) => findEvent(calendar, id)?.event ?? [])
    .map(show)
}
