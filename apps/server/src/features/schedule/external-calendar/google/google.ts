import type { Outbound } from '../../../../platform/outbound/outbound.ts'
import type { GoogleAccess } from './access.ts'
import { googleEventId, type GoogleSeries } from './events.ts'
import { eventUrl, googleChangesSince, listGoogle, type ListMemory, readGoogleItem } from './list.ts'
import { googleContent, googleApi, type GoogleOptions, googleRequests, type SendGoogle } from './request.ts'
import { googleFile } from './read.ts'
import { removeGoogle, writeGoogle } from './save.ts'
import { googleTarget } from './write.ts'
import { icsHash, readIcsObjectsInProcess } from '../../calendar/calendar.ts'
import { calendarFile } from '../events/ics-write.ts'
import {
  CalendarFailure,
  calendarName,
  type CalendarProvider,
  type Discovery,
  type ReadItem,
} from '../external-calendar.provider.ts'

const maxCalendars = 100
const maxPages = 10

/**
 * Opens the calendars of a Google account (Google Calendar API, version 3). The addresses of calendars and events are API URLs. Listed content is
 * cached until it is read, so a sync must open the provider exactly once.
 */
export function openGoogle(
  outbound: Outbound,
  access: GoogleAccess,
  options: GoogleOptions = {},
): CalendarProvider<GoogleSeries> {
  const send = googleRequests(outbound, access, options)
  const root = `${options.apiRoot ?? googleApi}calendar/v3`
  const memory: ListMemory = new Map()
  return {
    hrefOf: (url, id) => eventUrl(url, googleEventId(id)),
    discover: () => discoverGoogle(send, root),
    async create(home, name) {
      const answer = await send({ method: 'POST', url: home, query: { fields: 'id' }, body: { summary: name } })
      if (answer.status === 403) return null
      return calendarUrl(root, googleContent(answer) as { id: string })
    },
    changesSince: async (url, { token }) => (token ? googleChangesSince(send, memory, url, token) : null),
    list: (url) => listGoogle(send, memory, url),
    async read(_url, hrefs) {
      const items: ReadItem<GoogleSeries>[] = []
      const unreadable: string[] = []
      for (const href of hrefs) {
        const item = await readGoogleItem(send, memory, href)
        if (item === 'unreadable') unreadable.push(href)
        else if (item) items.push(item)
      }
      return { items, unreadable }
    },
    digestOf: (stored) => icsHash(googleFile(stored)),
    interpret: (items, window) =>
      readIcsObjectsInProcess(
        items.map(({ href, stored, own }) => ({ href, data: googleFile(stored), own })),
        window,
      ),
    // Google keeps additions to an event, because a write contains only Attune's fields.
    prepareWrite: (href, event) => ({
      digest: icsHash(calendarFile(event)),
      send: (etag) => {
        memory.delete(href)
        return writeGoogle(send, href, googleTarget(event), etag)
      },
    }),
    remove: (href, etag) => removeGoogle(send, href, etag),
  }
}

const calendarUrl = (root: string, { id }: { id: string }) => `${root}/calendars/${encodeURIComponent(id)}`

type CalendarListEntry = {
  id: string
  summary?: string
  summaryOverride?: string
  backgroundColor?: string
  accessRole?: string
  deleted?: boolean
}

async function discoverGoogle(send: SendGoogle, root: string): Promise<Discovery> {
  const found: CalendarListEntry[] = []
  let pageToken: string | undefined
  for (let page = 0; page < maxPages && found.length < maxCalendars; page++) {
    const query = {
      maxResults: 250,
      fields: 'items(id,summary,summaryOverride,backgroundColor,accessRole,deleted),nextPageToken',
      pageToken,
    }
    const answer = await send({ method: 'GET', url: `${root}/users/me/calendarList`, query })
    if (answer.status === 404) throw new CalendarFailure('no-calendar')
    const content = googleContent(answer) as { items?: CalendarListEntry[]; nextPageToken?: string }
    found.push(...(content.items ?? []).filter(({ deleted }) => !deleted))
    pageToken = content.nextPageToken
    if (!pageToken) break
  }
  return { calendars: found.slice(0, maxCalendars).map((one) => foundCalendar(root, one)), home: `${root}/calendars` }
}

function foundCalendar(root: string, entry: CalendarListEntry) {
  const { id, summary = '', summaryOverride, backgroundColor = '', accessRole = '' } = entry
  return {
    url: calendarUrl(root, entry),
    name: calendarName(summaryOverride ?? summary, id),
    color: /^#[0-9a-f]{6}$/i.exec(backgroundColor)?.[0].toLowerCase() ?? '',
    canWrite: accessRole === 'owner' || accessRole === 'writer',
  }
}
