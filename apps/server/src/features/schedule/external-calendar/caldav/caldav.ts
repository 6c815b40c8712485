import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Outbound } from '../../../../platform/outbound/outbound.ts'
import { icsHash, readIcsObjectsInProcess } from '../../calendar/calendar.ts'
import { calendarFile } from '../events/ics-write.ts'
import { preserveContent } from '../events/preserved-content.ts'
import { discoverCalendars } from './discovery.ts'
import { type Credentials, davRequests, resourceUrl, type SendDav, sendForList } from './request.ts'
import { parseMultistatus } from './multistatus.ts'
import { type DavResponse, propOf, nodeText, xmlText } from './xml.ts'
import { problemOfStatus } from '../external-calendar.failures.ts'
import {
  CalendarFailure,
  type CalendarProvider,
  type ListedChanges,
  type ReadItem,
  type SyncPosition,
  type WriteResult,
} from '../external-calendar.provider.ts'

const dav = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"'
const xml = (body: string) => `<?xml version="1.0" encoding="utf-8"?>${body}`
/** The number of events that one request reads. */
const batch = 50
/** The maximum number of pages of a list of changes, and of changes in all pages. */
const [maxPages, maxListed] = [100, 100_000]

/** Opens the calendars of a CalDAV server (RFC 4791) with a user name and an app password. */
export function openCaldav(outbound: Outbound, credentials: Credentials): CalendarProvider<string> {
  const send = davRequests(outbound, credentials)
  return {
    hrefOf: (url, id) => new URL(`${id}.ics`, url.endsWith('/') ? url : `${url}/`).href,
    discover: () => discoverCalendars(send, credentials.address),
    create: (home, name) => createCalendar(send, home, name),
    changesSince: (url, position) => changesSince(send, url, position),
    list: (url) => listAll(send, url),
    read: (url, hrefs) => readDavItems(send, url, hrefs),
    digestOf: icsHash,
    interpret: (items, window) =>
      readIcsObjectsInProcess(
        items.map(({ href, stored, own }) => ({ href, data: stored, own })),
        window,
      ),
    prepareWrite(href, event, there) {
      const file = calendarFile(event)
      const data = there ? preserveContent(file, there.stored, there.texts) : file
      return { digest: icsHash(data), send: (etag) => writeItem(send, href, data, etag) }
    },
    async remove(href, etag) {
      const headers: Record<string, string> = etag ? { 'if-match': etag } : {}
      const { status } = await send({ method: 'DELETE', url: href, headers })
      if (status === 412) return false
      if (status < 300 || status === 404 || status === 410) return true
      throw new CalendarFailure(problemOfStatus(status))
    },
  }
}

async function createCalendar(send: SendDav, home: string, name: string): Promise<string | null> {
  const url = new URL(`attune-${randomUUID().slice(0, 8)}/`, home.endsWith('/') ? home : `${home}/`).href
  const body = xml(`<c:mkcalendar ${dav}><d:set><d:prop><d:displayname>${xmlText(name)}</d:displayname>
    <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`)
  const { status } = await send({ method: 'MKCALENDAR', url, body })
  return status === 201 || status === 200 ? url : null
}

type SortedResponses = Omit<ListedChanges, keyof SyncPosition> & { isPart: boolean }

/** Yields the resources of a CalDAV response. Pauses once per 1,000 resources, so that Attune's server can answer other requests. */
async function* inTurns(responses: readonly DavResponse[]): AsyncGenerator<DavResponse> {
  for (const [at, response] of responses.entries()) {
    if (at % 1_000 === 999) await setImmediate()
    yield response
  }
}

/**
 * Sorts the resources of a response into changed, deleted and unreadable events. `isPart`: a status 507 for the collection means that the response
 * is incomplete (RFC 6578, 3.6).
 */
async function sortResponses(url: string, responses: DavResponse[]): Promise<SortedResponses> {
  const found: SortedResponses = { changed: [], gone: [], unreadable: [], isPart: false }
  for await (const response of inTurns(responses)) {
    const href = resourceUrl(url, response.href)
    if (href && response.status === 507 && sameCollection(href, url)) found.isPart = true
    if (!href || sameCollection(href, url) || isCollection(response)) continue
    if (response.status === 404 || response.status === 410) found.gone.push(href)
    else if (response.status >= 300) found.unreadable.push(href)
    else found.changed.push({ href, etag: nodeText(propOf(response, 'getetag')) })
  }
  return found
}

const sameCollection = (href: string, url: string) => href.replace(/\/$/, '') === url.replace(/\/$/, '')
const isCollection = (response: DavResponse) =>
  propOf(response, 'resourcetype')?.children.some(({ name }) => name === 'collection') ?? false

async function changesSince(send: SendDav, url: string, { token, tag }: SyncPosition): Promise<ListedChanges | null> {
  if (!token) {
    const now = await positionOf(send, url)
    return tag && now.tag === tag && !now.token ? { ...now, changed: [], gone: [], unreadable: [] } : null
  }
  const all: ListedChanges = { token, tag, changed: [], gone: [], unreadable: [] }
  for (let page = 0; page < maxPages; page++) {
    const body = xml(`<d:sync-collection ${dav}><d:sync-token>${xmlText(all.token ?? '')}</d:sync-token>
      <d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`)
    const answer = await send({ method: 'REPORT', url, body })
    if (answer.status !== 207) return null
    const { responses, token: next } = await parseMultistatus(answer.body)
    if (!next) return null
    const found = await sortResponses(url, responses)
    all.changed.push(...found.changed)
    all.gone.push(...found.gone)
    all.unreadable.push(...found.unreadable)
    all.token = next
    if (all.changed.length + all.gone.length > maxListed) throw new CalendarFailure('too-many')
    if (!found.isPart) return all
  }
  return null
}

async function positionOf(send: SendDav, url: string): Promise<SyncPosition> {
  const body = xml(`<d:propfind ${dav}><d:prop><s:getctag/><d:sync-token/></d:prop></d:propfind>`)
  const { responses } = await sendForList(send, { method: 'PROPFIND', url, depth: '0', body })
  const own = responses[0]
  return {
    token: (own && nodeText(propOf(own, 'sync-token'))) || null,
    tag: (own && nodeText(propOf(own, 'getctag'))) || null,
  }
}

async function listAll(send: SendDav, url: string): Promise<ListedChanges> {
  const position = await positionOf(send, url)
  const body = xml(`<d:propfind ${dav}><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>`)
  const { responses } = await sendForList(send, { method: 'PROPFIND', url, depth: '1', body })
  const { changed, gone, unreadable } = await sortResponses(url, responses)
  return { ...position, changed, gone, unreadable }
}

async function readDavItems(send: SendDav, url: string, hrefs: string[]) {
  const items: ReadItem<string>[] = []
  const unreadable: string[] = []
  for (let at = 0; at < hrefs.length; at += batch) {
    const part = await readParts(send, url, hrefs.slice(at, at + batch))
    items.push(...part.items)
    unreadable.push(...part.unreadable)
  }
  return { items, unreadable }
}

/**
 * Reads several events at once. If the response is too large, reads each half separately. An event that is too large by itself has no etag and no
 * content.
 */
async function readParts(send: SendDav, url: string, hrefs: string[]): ReturnType<typeof readBatch> {
  try {
    return await readBatch(send, url, hrefs)
  } catch (error) {
    if (!(error instanceof CalendarFailure) || error.problem !== 'too-large') throw error
    const [only] = hrefs
    if (only && hrefs.length === 1) return { items: [{ href: only, etag: '', stored: '', bytes: 0 }], unreadable: [] }
    const half = Math.ceil(hrefs.length / 2)
    const parts = [await readParts(send, url, hrefs.slice(0, half)), await readParts(send, url, hrefs.slice(half))]
    return { items: parts.flatMap(({ items }) => items), unreadable: parts.flatMap(({ unreadable }) => unreadable) }
  }
}

async function readBatch(send: SendDav, url: string, hrefs: string[]) {
  const paths = hrefs.map((href) => `<d:href>${xmlText(new URL(href).pathname)}</d:href>`).join('')
  const body = xml(
    `<c:calendar-multiget ${dav}><d:prop><d:getetag/><c:calendar-data/></d:prop>${paths}</c:calendar-multiget>`,
  )
  const { responses } = await sendForList(send, { method: 'REPORT', url, depth: '1', body })
  const items: ReadItem<string>[] = []
  const unreadable: string[] = []
  for await (const response of inTurns(responses)) {
    const href = resourceUrl(url, response.href)
    if (!href || response.status === 404 || response.status === 410) continue
    const data = propOf(response, 'calendar-data')
    if (response.status >= 300 || !data) unreadable.push(href)
    else items.push({ href, etag: nodeText(propOf(response, 'getetag')), stored: data.text, bytes: data.text.length })
  }
  return { items, unreadable }
}

async function writeItem(send: SendDav, href: string, data: string, etag: string | null): Promise<WriteResult> {
  const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : etag ? { 'if-match': etag } : {}
  const headers = { 'content-type': 'text/calendar; charset=utf-8', ...condition }
  const { status, headers: answered } = await send({ method: 'PUT', url: href, body: data, headers })
  // Some servers report why they did not store an event in a multistatus response.
  if (status === 207) return { result: 'refused' }
  if (status < 300) return { result: 'written', etag: typeof answered.etag === 'string' ? answered.etag : '' }
  if (status === 412) return { result: 'changed' }
  // The etag of a deleted event cannot match. Some servers respond with 404 or 410 in this case.
  if ((status === 404 || status === 410) && etag !== null) return { result: 'changed' }
  if (status === 403 || status === 404 || status === 405 || status >= 500 || status === 429)
    throw new CalendarFailure(problemOfStatus(status === 405 ? 403 : status))
  return { result: 'refused' }
}
