import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

type Item = { data: string; etag: string; version: number }
export type CaldavCalendar = {
  name: string
  color: string
  canWrite: boolean
  items: Map<string, Item>
  gone: Map<string, number>
}

/** The faults and peculiarities that the double simulates. */
export type CaldavFaults = {
  /** The status of every response, such as 401 or 503. */
  status?: number
  /** Responds with 401 after this number of requests. */
  expiresAfter?: number
  /** The address to which every request is redirected. */
  redirectsTo?: string
  /** The status of the response to a sync-collection report, instead of 207. */
  tokenStatus?: number
  /** Whether the server supports no sync tokens and offers a CTag of the collection instead. */
  withoutTokens?: boolean
  etags?: 'weak' | 'none'
  /** The addresses of events that a list contains with the status 500. */
  brokenItems?: Set<string>
  /** Whether a PUT is carried out but its response is lost. */
  losesAnswers?: boolean
  /** The status of a PUT if another event of the calendar has the same UID: Radicale responds with 409, xandikos with 207. */
  sameUidStatus?: 207 | 409
  /** Runs once, before the next PUT is carried out. */
  beforeWrite?: () => Promise<unknown>
  /** The delay of each response, in milliseconds. */
  delayMs?: number
}

const user = { name: 'thea', password: 'right password' }

/** Starts a stateful CalDAV server on this machine, with one account and one calendar. */
export async function startCaldav() {
  let version = 1
  const calendars = new Map<string, CaldavCalendar>()
  const state = { faults: {} as CaldavFaults, password: user.password, requests: [] as string[] }
  const addCalendar = (path: string, name: string, canWrite = true) => {
    const calendar = {
      name,
      color: '#ff8800ff',
      canWrite,
      items: new Map<string, Item>(),
      gone: new Map<string, number>(),
    }
    calendars.set(path, calendar)
    return calendar
  }
  const put = (calendar: CaldavCalendar, path: string, data: string) => {
    version++
    calendar.items.set(path, { data, version, etag: `"${version}"` })
    calendar.gone.delete(path)
  }
  const remove = (calendar: CaldavCalendar, path: string) => {
    version++
    calendar.items.delete(path)
    calendar.gone.set(path, version)
  }
  addCalendar('/thea/private/', 'Private')
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = { state, calendars, addCalendar, put, remove, version: () => version }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    state.requests.push(`${request.method} ${request.url}`)
    const { faults } = state
    if (faults.expiresAfter !== undefined && state.requests.length > faults.expiresAfter) state.password = randomUUID()
    if (faults.redirectsTo) return void response.writeHead(302, { location: faults.redirectsTo }).end()
    if (faults.status) return void response.writeHead(faults.status).end()
    const expected = `Basic ${Buffer.from(`${user.name}:${state.password}`).toString('base64')}`
    if (request.headers.authorization !== expected) return void response.writeHead(401).end()
    if (request.method === 'PUT' && faults.beforeWrite) {
      const { beforeWrite, ...others } = faults
      state.faults = others
      await beforeWrite()
    }
    if (faults.delayMs) await pause(faults.delayMs)
    const result = carryOut(context, request, Buffer.concat(parts).toString())
    if (faults.losesAnswers && request.method === 'PUT') return void response.destroy()
    response.writeHead(result.status, result.headers ?? {}).end(result.body ?? '')
  }

  const calendarAt = (path = '/thea/private/') => {
    const calendar = calendars.get(path)
    if (!calendar) throw new Error(`no calendar at ${path}`)
    return calendar
  }
  return {
    /** The host with its port, in the format of CALENDAR_LOCAL_HOSTS. */
    host,
    origin: `http://${host}`,
    user,
    calendars,
    addCalendar,
    calendarAt,
    requests: state.requests,
    /** Replaces the simulated faults of the server. */
    fails: (faults: CaldavFaults) => void (state.faults = faults),
    setPassword: (password: string) => void (state.password = password),
    /** Stores an event in a calendar without a request, as if another calendar program had written it. */
    write: (path: string, data: string, calendar = calendarAt()) => put(calendar, path, data),
    delete: (path: string, calendar = calendarAt()) => remove(calendar, path),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Caldav = Awaited<ReturnType<typeof startCaldav>>

type Context = {
  state: { faults: CaldavFaults }
  calendars: Map<string, CaldavCalendar>
  addCalendar(path: string, name: string): CaldavCalendar
  put(calendar: CaldavCalendar, path: string, data: string): void
  remove(calendar: CaldavCalendar, path: string): void
  version(): number
}
type Result = { status: number; headers?: Record<string, string>; body?: string }

function carryOut(context: Context, { method, url = '', headers }: IncomingMessage, body: string): Result {
  const path = decodeURIComponent(url)
  const folder = path.replace(/[^/]*$/, '')
  const calendar = context.calendars.get(folder)
  if (method === 'MKCALENDAR') {
    const name = /<d:displayname>([^<]*)/.exec(body)?.[1] ?? ''
    context.addCalendar(path, name)
    return { status: 201 }
  }
  if (method === 'PROPFIND') return propfind(context, path, headers.depth === '1')
  if (!calendar) return { status: 404 }
  if (method === 'REPORT') return report(context, calendar, folder, body)
  const item = calendar.items.get(path)
  const { etags, sameUidStatus } = context.state.faults
  if (method === 'PUT' && sameUidStatus && hasUid(calendar, path, body)) return { status: sameUidStatus }
  if (method === 'PUT' || method === 'DELETE') {
    if (!calendar.canWrite) return { status: 403 }
    if (headers['if-none-match'] === '*' && item) return { status: 412 }
    const match = headers['if-match']
    if (match && (!item || item.etag !== match)) return { status: 412 }
    if (method === 'DELETE' && !item) return { status: 404 }
    if (method === 'DELETE') context.remove(calendar, path)
    else context.put(calendar, path, body)
    const etag = calendar.items.get(path)?.etag
    return { status: item ? 204 : 201, ...(etag && !etags && { headers: { etag } }) }
  }
  return item ? { status: 200, body: item.data } : { status: 404 }
}

const uidIn = (file: string) => /^UID:(\S+)/m.exec(file)?.[1]
const hasUid = ({ items }: CaldavCalendar, path: string, file: string) =>
  [...items].some(([other, { data }]) => other !== path && uidIn(data) === uidIn(file))

const multistatus = (responses: string[], token?: string): Result => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/">${responses.join('')}${token ? `<D:sync-token>${token}</D:sync-token>` : ''}</D:multistatus>`,
})
const good = (href: string, props: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const bad = (href: string, status: number) =>
  `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status} Status</D:status></D:response>`

function etagOf({ state }: Context, { etag }: Item): string {
  const { etags } = state.faults
  return etags === 'none' ? '' : `<D:getetag>${etags === 'weak' ? `W/${etag}` : etag}</D:getetag>`
}
const tokenOf = (version: number) => `http://caldav.test/sync/${version}`

function propfind(context: Context, path: string, withChildren: boolean): Result {
  const describe = (href: string, calendar: CaldavCalendar) =>
    good(
      href,
      `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>${calendar.name}</D:displayname><A:calendar-color>${calendar.color}</A:calendar-color>
       <D:current-user-privilege-set><D:privilege><D:read/></D:privilege>${calendar.canWrite ? '<D:privilege><D:write/></D:privilege>' : ''}</D:current-user-privilege-set>
       <S:getctag>${context.version()}</S:getctag>${context.state.faults.withoutTokens ? '' : `<D:sync-token>${tokenOf(context.version())}</D:sync-token>`}`,
    )
  const calendar = context.calendars.get(path)
  if (calendar) {
    const items = withChildren ? [...calendar.items].map(([href, item]) => listed(context, href, item)) : []
    return multistatus([describe(path, calendar), ...items])
  }
  const home = '<C:calendar-home-set><D:href>/thea/</D:href></C:calendar-home-set>'
  const self = good(path, `<D:resourcetype><D:collection/></D:resourcetype>${home}`)
  if (path !== '/' && path !== '/thea/') return { status: 404 }
  const children =
    withChildren && path === '/thea/' ? [...context.calendars].map(([href, one]) => describe(href, one)) : []
  return multistatus([self, ...children])
}

const listed = (context: Context, href: string, item: Item) =>
  context.state.faults.brokenItems?.has(href) ? bad(href, 500) : good(href, etagOf(context, item))

function report(context: Context, calendar: CaldavCalendar, folder: string, body: string): Result {
  if (body.includes('sync-collection')) {
    const { tokenStatus, withoutTokens } = context.state.faults
    if (tokenStatus || withoutTokens) return { status: tokenStatus ?? 403 }
    const since = Number(/sync\/(\d+)</.exec(body)?.[1] ?? 0)
    const changed = [...calendar.items].filter(([, { version }]) => version > since)
    const gone = [...calendar.gone].filter(([, version]) => version > since)
    const responses = [
      ...changed.map(([href, item]) => listed(context, href, item)),
      ...gone.map(([href]) => bad(href, 404)),
    ]
    return multistatus(responses, tokenOf(context.version()))
  }
  const hrefs = [...body.matchAll(/<d:href>([^<]*)/g)].map(([, href = '']) => decodeURIComponent(href))
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return multistatus(
    hrefs.map((href) => {
      const item = calendar.items.get(href)
      if (!item || !href.startsWith(folder)) return bad(href, 404)
      if (context.state.faults.brokenItems?.has(href)) return bad(href, 500)
      return good(href, `${etagOf(context, item)}<C:calendar-data>${escape(item.data)}</C:calendar-data>`)
    }),
  )
}
