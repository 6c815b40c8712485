import { instantOf, isZone } from '@attune/contract/common/time/time'
import { createHash } from 'node:crypto'

/** A time in Google's format: a day, or an instant with the zone in which a series is expanded. */
export type GoogleTime = { date?: string | null; dateTime?: string | null; timeZone?: string | null }

/** An event in Google's format, with the fields that the product reads. */
export type GoogleEvent = {
  id: string
  etag: string
  status?: string
  summary?: string
  location?: string
  start?: GoogleTime
  end?: GoogleTime
  recurrence?: string[]
  /** For a changed or deleted occurrence: the id of its series. `originalStartTime` is then its start according to the rule. */
  recurringEventId?: string
  originalStartTime?: GoogleTime
  transparency?: string
  iCalUID?: string
  sequence?: number
  attendees?: { self?: boolean; responseStatus?: string }[]
  extendedProperties?: { private?: Record<string, string> }
}

/** The fields of an event that the product reads. It fetches no description and no guests of other events. */
export const googleFields = [
  'id,etag,status,summary,location,start,end,recurrence,recurringEventId,originalStartTime,transparency,iCalUID,sequence',
  'attendees(self,responseStatus)',
  'extendedProperties/private',
].join()

/** An event with its changed and deleted occurrences. */
export type GoogleSeries = {
  /** Null if the account was invited only to single occurrences. */
  event: GoogleEvent | null
  exceptions: GoogleEvent[]
}

/** The property that marks an Attune event with the id of its session, busy time or series. */
export const ownMark = 'attune'
/** The property that marks an Attune series while its changed occurrences are being written. */
export const unfinishedMark = 'attuneUnfinished'
export const hasMark = (event: GoogleEvent | null, mark: string) => Boolean(event?.extendedProperties?.private?.[mark])
export const isCancelled = ({ status }: GoogleEvent) => status === 'cancelled'

/** Returns the id with which an Attune event is created. Google allows the characters of base32hex, which include the digits of a UUID. */
export const googleEventId = (id: string) => `attune${id.replaceAll('-', '').toLowerCase()}`

/**
 * Returns an etag for an event and its occurrences: the etag of the event, and a digest of the etags of its occurrences. It changes whenever the
 * event or one of its occurrences changes.
 */
export function seriesEtag({ event, exceptions }: GoogleSeries): string {
  if (exceptions.length === 0) return event?.etag ?? ''
  const lines = exceptions.map(({ id, etag }) => `${id} ${etag}`).toSorted()
  const digest = createHash('sha256').update(lines.join('\n')).digest('base64url')
  return `${event?.etag ?? '""'} ${digest}`
}

/** Returns the part of `seriesEtag` that is Google's etag of the event. */
export const eventEtag = (etag: string) => etag.split(' ')[0] ?? ''

/** Returns a time in milliseconds; NaN if it is invalid. A time without an offset is in its zone; a day begins at midnight UTC. */
export function instantAt({ date, dateTime, timeZone }: GoogleTime = {}): number {
  if (!dateTime) return Date.parse(`${date}T00:00:00Z`)
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(dateTime)) return Date.parse(dateTime)
  const wall = Date.parse(`${dateTime.slice(0, 19)}Z`)
  if (Number.isNaN(wall)) return wall
  const text = new Date(wall).toISOString()
  return Date.parse(instantOf(text.slice(0, 10), text.slice(11, 19), timeZone && isZone(timeZone) ? timeZone : 'UTC'))
}

/** Returns the id of an occurrence: the id of its series, followed by its start according to the rule. */
export const occurrenceId = (eventId: string, start: GoogleTime) =>
  `${eventId}_${start.date ? start.date.replaceAll('-', '') : stampOf(instantAt(start))}`

const stampOf = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
