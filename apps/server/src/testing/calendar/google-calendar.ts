import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type DoubleEvent, selected } from './google-calendar.events.ts'
import {
  changeEvent,
  doubleEtag,
  type DoubleState,
  findEvent,
  type GoogleCalendar,
  type GoogleFaults,
  listedEvent,
  removeEventAs,
  returnedEvent,
  type DoubleEntry,
  storeEvent,
  visibleIn,
} from './google-calendar.store.ts'

export type GoogleDoubleRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}

type Result = { status: number; content?: object }
const failure = (status: number, reason: string, message = reason): Result => ({
  status,
  content: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
})
const writers = ['owner', 'writer']
const isWrite = ({ method }: GoogleDoubleRequest) => method !== 'GET'

/**
 * Whether the double of Google's accounts issued the access token and still accepts it. Without this function, the calendar double accepts a fixed
 * token.
 */
type Accepts = (token: string) => boolean

/** Starts a stateful double of Google's calendar on this machine, with one account and its main calendar. */
export async function startGoogleCalendar({ accepts }: { accepts?: Accepts } = {}) {
  const state = {
    version: 1_000,
    writes: 0,
    forgottenBefore: 0,
    calendars: new Map<string, GoogleCalendar>(),
    requests: [] as GoogleDoubleRequest[],
    faults: {} as GoogleFaults,
    token: 'token 1',
    isRevoked: false,
    renewals: 0,
  }
  const addCalendar = (id: string, summary: string, accessRole: GoogleCalendar['accessRole'] = 'owner') => {
    const calendar = { id, summary, accessRole, backgroundColor: '#9FE1E7', zone: 'Europe/Berlin', events: new Map() }
    state.calendars.set(id, calendar)
    return calendar as GoogleCalendar
  }
  addCalendar('thea@example.com', 'Thea')
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(message)
    const url = new URL(message.url ?? '', `http://${host}`)
    const request: GoogleDoubleRequest = {
      method: message.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: message.headers,
      body: body ? JSON.parse(body) : null,
    }
    state.requests.push(request)
    const { faults } = state
    if (faults.redirectsTo) return void response.writeHead(302, { location: faults.redirectsTo }).end()
    if (isWrite(request) && ++state.writes > (faults.breaksAfterWrites ?? Number.POSITIVE_INFINITY))
      return void response.destroy()
    if (isWrite(request) && faults.beforeWrite) {
      const { beforeWrite, ...others } = faults
      state.faults = others
      await beforeWrite()
    }
    const { status, content } = refused(state, request, accepts) ?? carryOut(state, addCalendar, request)
    if (faults.losesAnswers && isWrite(request)) return void response.destroy()
    response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
      .end(content ? JSON.stringify(content) : '')
  }

  const calendarAt = (id = 'thea@example.com') => {
    const calendar = state.calendars.get(id)
    if (!calendar) throw new Error(`no calendar ${id}`)
    return calendar
  }
  return {
    /** The host with its port, in the format of CALENDAR_LOCAL_HOSTS. */
    host,
    apiRoot: `http://${host}/`,
    calendars: state.calendars,
    addCalendar,
    calendarAt,
    requests: state.requests,
    /** Returns the write requests so far. */
    writes: () => state.requests.filter(isWrite),
    /** The functions with which the product gets and renews the access token of the account. */
    access: {
      token: async () => state.token,
      renew: async () => {
        state.token = `token ${++state.renewals + 1}`
        return state.token
      },
    },
    renewals: () => state.renewals,
    /** Makes the current token expire. */
    expire: () => void (state.token = `${state.token} expired`),
    revoke: (isRevoked = true) => void (state.isRevoked = isRevoked),
    /** Replaces the simulated faults of the service. */
    fails: (faults: GoogleFaults) => {
      state.faults = faults
      state.writes = 0
    },
    /** Makes all earlier sync tokens invalid. */
    forgetPositions: () => void (state.forgottenBefore = ++state.version),
    /** Creates or changes an event or an occurrence as another program does. */
    write: (id: string, change: Record<string, unknown>, calendar = calendarAt()) => {
      const known = findEvent(calendar, id)
      if (!known) storeEvent(state, calendar, { status: 'confirmed', sequence: 0, ...change, id })
      else changeEvent(state, calendar, known, change)
    },
    delete: (id: string, calendar = calendarAt()) => removeEventAs(state, calendar, id),
    /** Returns the visible events of the calendar: single events and the occurrences of its series. */
    shown: (calendar = calendarAt()) => [...calendar.events.values()].flatMap((one) => visibleIn(calendar, one.event)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type GoogleDouble = Awaited<ReturnType<typeof startGoogleCalendar>>

function refused(state: DoubleState, { headers }: GoogleDoubleRequest, accepts?: Accepts): Result | null {
  const { faults } = state
  if (faults.status) return failure(faults.status, 'backendError')
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const isValid = accepts ? accepts(token) : token === state.token && !token.includes('expired')
  if (state.isRevoked || !isValid) return failure(401, 'authError', 'Invalid Credentials')
  if (faults.limits && faults.limits.requests-- > 0) {
    const { reason } = faults.limits
    return failure(reason === 'tooMany' ? 429 : 403, reason === 'tooMany' ? 'rateLimitExceeded' : reason)
  }
  return null
}

type AddCalendar = (id: string, summary: string) => GoogleCalendar

function carryOut(state: DoubleState, addCalendar: AddCalendar, request: GoogleDoubleRequest): Result {
  const { method, path, body } = request
  const [, list, calendarId, eventId] =
    /^\/calendar\/v3\/(users\/me\/calendarList|calendars)(?:\/([^/]+)(?:\/events(?:\/([^/]+))?)?)?$/.exec(path) ?? []
  if (list?.startsWith('users')) return listCalendars(state, request)
  if (list && !calendarId && method === 'POST') {
    const id = `${++state.version}@group.calendar.google.com`
    const { summary } = addCalendar(id, (body as { summary: string }).summary)
    return { status: 200, content: { kind: 'calendar#calendar', id, summary } }
  }
  const calendar = state.calendars.get(decodeURIComponent(calendarId ?? ''))
  if (!calendar || !path.includes('/events')) return failure(404, 'notFound')
  if (isWrite(request) && !writers.includes(calendar.accessRole)) return failure(403, 'requiredAccessLevel')
  if (!eventId) return method === 'POST' ? insert(state, calendar, request) : listEvents(state, calendar, request)
  return onEvent(state, calendar, decodeURIComponent(eventId), request)
}

function listCalendars(state: DoubleState, { query }: GoogleDoubleRequest): Result {
  const all = [...state.calendars.values()].map(({ id, summary, backgroundColor, accessRole }) => ({
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    backgroundColor,
    accessRole,
  }))
  const from = Number(query.pageToken ?? 0)
  const to = from + (state.faults.pageSize ?? 100)
  return { status: 200, content: { items: all.slice(from, to), ...(to < all.length && { nextPageToken: String(to) }) } }
}

function insert(state: DoubleState, calendar: GoogleCalendar, { body, query }: GoogleDoubleRequest): Result {
  const event = body as DoubleEvent
  if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return failure(400, 'invalid', 'Invalid resource id value.')
  if (calendar.events.has(event.id)) return failure(409, 'duplicate', 'The requested identifier already exists.')
  if (!event.start || !event.end) return failure(400, 'required', 'Missing time.')
  if (event.recurrence && !event.start.timeZone) return failure(400, 'required', 'Missing time zone definition.')
  const stored = storeEvent(state, calendar, {
    reminders: { useDefault: true },
    ...event,
    sequence: event.sequence ?? 0,
  })
  return { status: 200, content: selected(returnedEvent(calendar, stored), query.fields) }
}

function onEvent(state: DoubleState, calendar: GoogleCalendar, id: string, request: GoogleDoubleRequest): Result {
  const { method, headers, query, body } = request
  const known = findEvent(calendar, id)
  if (!known) return failure(404, 'notFound')
  const answer = (stored: DoubleEntry) => ({
    status: 200,
    content: selected(returnedEvent(calendar, stored), query.fields),
  })
  if (method === 'GET') return answer(known)
  if (headers['if-match'] && headers['if-match'] !== doubleEtag(known)) return failure(412, 'conditionNotMet')
  if (method === 'DELETE') {
    if (known.event.status === 'cancelled') return failure(410, 'deleted', 'Resource has been deleted')
    removeEventAs(state, calendar, id)
    return { status: 204 }
  }
  const change = body as Partial<DoubleEvent>
  if ((change.sequence ?? known.event.sequence) < known.event.sequence)
    return failure(400, 'invalid', 'Invalid sequence value. The specified sequence number is below the current one.')
  return answer(changeEvent(state, calendar, known, change))
}

function listEvents(state: DoubleState, calendar: GoogleCalendar, { query }: GoogleDoubleRequest): Result {
  const { syncToken, iCalUID, pageToken, fields } = query
  if (syncToken && iCalUID) return failure(400, 'invalid')
  const since = Number(syncToken?.slice('position '.length) ?? 0)
  if (syncToken && (since < state.forgottenBefore || Number.isNaN(since)))
    return failure(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')
  const all = [...calendar.events.values()].filter(({ event, version }) => {
    if (version <= since) return false
    const isListed = event.status !== 'cancelled' || syncToken || query.showDeleted === 'true' || event.recurringEventId
    return isListed && (!iCalUID || `${event.recurringEventId ?? event.id}@google.com` === iCalUID)
  })
  const from = Number(pageToken ?? 0)
  const to = from + Math.min(Number(query.maxResults ?? 250), state.faults.pageSize ?? 2500)
  const items = all.slice(from, to).map((stored) => selected(listedEvent(calendar, stored), fields))
  const next = to < all.length ? { nextPageToken: String(to) } : { nextSyncToken: `position ${state.version}` }
  return { status: 200, content: { kind: 'calendar#events', timeZone: calendar.zone, items, ...next } }
}
