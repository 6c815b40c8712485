import {
  type GoogleEvent,
  googleFields,
  type GoogleSeries,
  hasMark,
  isCancelled,
  seriesEtag,
  unfinishedMark,
} from './events.ts'
import { googleContent, type GoogleRequest, type SendGoogle } from './request.ts'
import { CalendarFailure, type ListedChanges, type ReadItem } from '../external-calendar.provider.ts'

/** The maximum number of pages of a list, and of events in all pages. */
const [maxPages, maxEvents] = [100, 100_000]
/** The page size and other parameters of a list. A list of changes must use the same parameters as the full list before it. */
const listed = {
  maxResults: 2500,
  showDeleted: true,
  singleEvents: false,
  maxAttendees: 1,
  fields: `items(${googleFields}),nextPageToken,nextSyncToken`,
} as const

export const eventsUrl = (calendarUrl: string) => `${calendarUrl}/events`
export const eventUrl = (calendarUrl: string, id: string) => `${eventsUrl(calendarUrl)}/${encodeURIComponent(id)}`
/** Returns the URL of the calendar and the id of the event from an event's address. */
export function partsOfHref(href: string): { calendarUrl: string; id: string } {
  const [calendarUrl = '', id = ''] = href.split(/\/events\/(?=[^/]*$)/)
  return { calendarUrl, id: decodeURIComponent(id) }
}

/** An event or series in the lists of one sync, with the changed and deleted occurrences that the lists contain. */
export type ListedSeries = GoogleSeries & {
  /** Whether all changed occurrences are included. */
  isWhole: boolean
}
export type ListMemory = Map<string, ListedSeries>

/** Lists all pages. Returns null if the position or the page token is no longer valid. */
async function listPages(send: SendGoogle, url: string, query: NonNullable<GoogleRequest['query']>) {
  const items: GoogleEvent[] = []
  let pageToken: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await send({ method: 'GET', url: eventsUrl(url), query: { ...listed, ...query, pageToken } })
    if (answer.status === 410 || (answer.status === 400 && (pageToken || query.syncToken))) return null
    const content = googleContent(answer) as { items?: GoogleEvent[]; nextPageToken?: string; nextSyncToken?: string }
    items.push(...(content.items ?? []))
    if (items.length > maxEvents) throw new CalendarFailure('too-many')
    pageToken = content.nextPageToken
    if (!pageToken) return { items, token: content.nextSyncToken ?? null }
  }
  throw new CalendarFailure('too-many')
}

/** Lists all events of a calendar, and caches them in `memory`. */
export async function listGoogle(send: SendGoogle, memory: ListMemory, url: string): Promise<ListedChanges> {
  const found = await listPages(send, url, {})
  if (!found) throw new CalendarFailure('server')
  const changed = []
  for (const [href, series] of seriesOf(url, found.items)) {
    const exceptions = series.event ? series.exceptions : series.exceptions.filter((one) => !isCancelled(one))
    if (series.event ? isCancelled(series.event) : exceptions.length === 0) continue
    memory.set(href, { ...series, exceptions, isWhole: true })
    changed.push({ href, etag: seriesEtag({ ...series, exceptions }) })
  }
  return { token: found.token, tag: null, changed, gone: [], unreadable: [] }
}

/** Lists the changes since a position, and caches them in `memory`. Returns null if the position is no longer valid. */
export async function googleChangesSince(
  send: SendGoogle,
  memory: ListMemory,
  url: string,
  token: string,
): Promise<ListedChanges | null> {
  const found = await listPages(send, url, { syncToken: token })
  if (!found) return null
  const all: ListedChanges = { token: found.token, tag: null, changed: [], gone: [], unreadable: [] }
  for (const [href, { event, exceptions }] of seriesOf(url, found.items)) {
    if (event && isCancelled(event)) {
      all.gone.push(href)
      continue
    }
    // A list of changes may omit other changed occurrences of a series, so a series must be read completely.
    const isWhole = event !== null && !event.recurrence && exceptions.length === 0
    memory.set(href, { event, exceptions, isWhole })
    all.changed.push({ href, etag: isWhole ? seriesEtag({ event, exceptions }) : '' })
  }
  return all
}

/** Groups events with their changed and deleted occurrences, by the event's address. */
function seriesOf(url: string, items: GoogleEvent[]): Map<string, GoogleSeries> {
  const found = new Map<string, GoogleSeries>()
  for (const item of items) {
    const href = eventUrl(url, item.recurringEventId ?? item.id)
    const series = found.get(href) ?? { event: null, exceptions: [] }
    if (item.recurringEventId) series.exceptions.push(item)
    else series.event = item
    found.set(href, series)
  }
  return found
}

/** Reads an event with its changed and deleted occurrences, even if the event is deleted. Returns null if Google finds no event with this id. */
export async function readSeries(send: SendGoogle, calendarUrl: string, id: string): Promise<GoogleSeries | null> {
  const answer = await send({
    method: 'GET',
    url: eventUrl(calendarUrl, id),
    query: { maxAttendees: 1, fields: googleFields },
  })
  if (answer.status === 404 || answer.status === 410) return null
  const event = googleContent(answer) as GoogleEvent
  return { event, exceptions: event.recurrence ? await exceptionsIn(send, calendarUrl, event) : [] }
}

/** Lists the changed and deleted occurrences of a series. They have the UID of the series. */
export async function exceptionsIn(
  send: SendGoogle,
  calendarUrl: string,
  { id, iCalUID }: Pick<GoogleEvent, 'id' | 'iCalUID'>,
): Promise<GoogleEvent[]> {
  if (!iCalUID) return []
  const found = await listPages(send, calendarUrl, { iCalUID })
  return found?.items.filter(({ recurringEventId }) => recurringEventId === id) ?? []
}

/** Returns an event, from the cached list if that is complete. Returns null if it no longer exists. */
export async function readGoogleItem(
  send: SendGoogle,
  memory: ListMemory,
  href: string,
): Promise<ReadItem<GoogleSeries> | 'unreadable' | null> {
  const known = memory.get(href)
  memory.delete(href)
  const { calendarUrl, id } = partsOfHref(href)
  const series = known?.isWhole ? known : await readSeries(send, calendarUrl, id)
  if (series?.event) return isCancelled(series.event) ? null : itemOf(href, series)
  if (!known) return null
  // The account was invited to single occurrences of a series that it cannot read.
  const invited = known.exceptions.find((one) => one.iCalUID && !isCancelled(one))
  if (!invited) return 'unreadable'
  const exceptions = known.isWhole
    ? known.exceptions
    : await exceptionsIn(send, calendarUrl, { id, iCalUID: invited.iCalUID })
  return itemOf(href, { event: null, exceptions: exceptions.filter((one) => !isCancelled(one)) })
}

function itemOf(href: string, series: GoogleSeries): ReadItem<GoogleSeries> {
  const { event, exceptions } = series
  const stored = { event, exceptions }
  const item = { href, etag: seriesEtag(series), stored, bytes: JSON.stringify(stored).length }
  return hasMark(event, unfinishedMark) ? { ...item, isUnfinished: true } : item
}
