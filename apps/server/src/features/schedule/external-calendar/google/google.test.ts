import { utcDay } from '@attune/contract/common/time/time.testing'
import { auth, calendar as openClient, type calendar_v3 } from '@googleapis/calendar'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import {
  type GoogleDouble,
  type GoogleDoubleRequest,
  startGoogleCalendar,
} from '../../../../testing/calendar/google-calendar.ts'
import { icsHash } from '../../calendar/calendar.ts'
import { googleEventId, googleFields } from './events.ts'
import { openGoogle } from './google.ts'
import { googleFile } from './read.ts'

import { type WrittenEvent, seriesEvent, singleEvent } from '../events/calendar-event.ts'
import { calendarFile } from '../events/ics-write.ts'
import { uidOf } from '../events/own-events.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'

let google: GoogleDouble
let pauses: number[]
beforeEach(async () => {
  google = await startGoogleCalendar()
  pauses = []
})
afterEach(() => google.close())

const open = () =>
  openGoogle(openOutbound({ localHosts: [google.host] }), google.access, {
    apiRoot: google.apiRoot,
    wait: async (milliseconds) => void pauses.push(milliseconds),
  })
const urlOf = ({ apiRoot }: GoogleDouble, id = 'thea@example.com') =>
  `${apiRoot}calendar/v3/calendars/${encodeURIComponent(id)}`
const [minute, week] = [60_000, 7 * 24 * 60 * 60_000]
const now = new Date()
/** Returns 9:00 UTC on the day that is `weeks` weeks from now, plus `minutes` minutes. */
const at = (weeks: number, minutes = 0) => {
  const day = new Date(now.getTime() + weeks * week)
  day.setUTCHours(9, 0, 0, 0)
  return new Date(day.getTime() + minutes * minute).toISOString()
}
const writeEvent = (provider: ReturnType<typeof open>, href: string, event: WrittenEvent, etag: string | null) =>
  provider.prepareWrite(href, event, null).send(etag)
/** Returns the event at an address as a calendar file. */
const fileAt = async (provider: ReturnType<typeof open>, href: string) => {
  const [item] = (await provider.read(urlOf(google), [href])).items
  return item ? googleFile(item.stored) : ''
}
const short = (instant: string) => instant.replace('.000Z', 'Z')
const stamp = (id: string, sequence = 0) => ({ uid: uidOf(id), sequence, now })
const busy = (startsAt: string, title = 'Busy', location = '') => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 50 * minute).toISOString(),
  title,
  location,
})
const seriesOf = (changed: number[] = [], left: number[] = [], title = 'Busy') => ({
  ...busy(at(1), title),
  repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const,
  zone: 'UTC',
  lastStartsAt: at(8),
  left: left.map((number) => at(number)),
  changed: changed.map((number) => ({ ...busy(at(number, 30), title), originalStart: at(number) })),
})
const starts = () =>
  google
    .shown()
    .map(({ startsAt }) => startsAt)
    .toSorted()
const seriesStarts = (moved: number[] = [], left: number[] = []) =>
  [1, 2, 3, 4, 5, 6, 7, 8]
    .filter((number) => !left.includes(number))
    .map((number) => at(number, moved.includes(number) ? 30 : 0))

/** Returns the parts of the requests that are compared: method, path, query, body, and the headers that Google evaluates. */
const essence = (requests: GoogleDoubleRequest[]) =>
  requests.map(({ method, path, query, body, headers }) => ({
    method,
    path,
    query,
    body,
    authorization: headers.authorization,
    contentType: headers['content-type'],
    ifMatch: headers['if-match'],
  }))

/** Runs the same operations with the product and with Google's own client, each with a separate test double. Returns the requests of both. */
async function compare(
  product: (provider: ReturnType<typeof open>, url: string) => Promise<unknown>,
  client: (api: calendar_v3.Calendar) => Promise<unknown>,
) {
  await product(open(), urlOf(google))
  const other = await startGoogleCalendar()
  const credentials = new auth.OAuth2()
  credentials.setCredentials({ access_token: await other.access.token() })
  await client(openClient({ version: 'v3', auth: credentials, rootUrl: other.apiRoot }))
  const sent = [essence(google.requests), essence(other.requests)]
  await other.close()
  return sent
}

test('requests are what Google’s own client sends for the same operations [1.11] @slow', async () => {
  const id = randomUUID()
  const eventId = googleEventId(id)
  const calendarId = 'thea@example.com'
  const common = { calendarId, sendUpdates: 'none', fields: googleFields } as const
  const mark = { private: { attune: id } }
  const body = (startsAt: string, title: string, location: string, sequence: number) => ({
    status: 'confirmed',
    summary: title,
    location,
    start: { dateTime: short(startsAt) },
    end: { dateTime: short(busy(startsAt).endsAt) },
    transparency: 'opaque',
    sequence,
  })
  const changed = (startsAt: string, title: string, location: string, sequence: number) => {
    const { start, end, ...rest } = body(startsAt, title, location, sequence)
    return {
      ...rest,
      recurrence: null,
      extendedProperties: { private: { attune: id, attuneUnfinished: null as unknown as string } },
      start: { date: null, ...start },
      end: { date: null, ...end },
    }
  }
  const listed = {
    calendarId,
    maxResults: 2500,
    showDeleted: true,
    singleEvents: false,
    maxAttendees: 1,
    fields: `items(${googleFields}),nextPageToken,nextSyncToken`,
  }
  let etag = ''
  const [product, client] = await compare(
    async (provider, url) => {
      await provider.discover()
      const href = provider.hrefOf(url, id)
      const written = await writeEvent(provider, href, singleEvent(busy(at(1), 'Ana Ñ', 'Room 1'), stamp(id)), null)
      etag = written.result === 'written' ? written.etag : ''
      const { token } = await provider.list(url)
      const moved = await writeEvent(provider, href, singleEvent(busy(at(2)), stamp(id, 1)), etag)
      await provider.changesSince(url, { token, tag: null })
      const fresh = open()
      await fresh.read(url, [href])
      await provider.remove(href, moved.result === 'written' ? moved.etag : '')
      await provider.create((await provider.discover()).home ?? '', 'Attune')
    },
    async (api) => {
      const calendars = () =>
        api.calendarList.list({
          maxResults: 250,
          fields: 'items(id,summary,summaryOverride,backgroundColor,accessRole,deleted),nextPageToken',
        })
      const ifMatch = (value: string | null | undefined) => ({ headers: { 'If-Match': value ?? '' } })
      await calendars()
      const created = { id: eventId, ...body(at(1), 'Ana Ñ', 'Room 1', 0), extendedProperties: mark }
      const { data } = await api.events.insert({ ...common, requestBody: created })
      const all = await api.events.list(listed)
      const requestBody = changed(at(2), 'Busy', '', 1)
      const moved = await api.events.patch({ ...common, eventId, requestBody }, ifMatch(data.etag))
      await api.events.list({ ...listed, syncToken: all.data.nextSyncToken ?? '' })
      await api.events.get({ calendarId, eventId, maxAttendees: 1, fields: googleFields })
      await api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, ifMatch(moved.data.etag))
      await calendars()
      await api.calendars.insert({ fields: 'id', requestBody: { summary: 'Attune' } })
    },
  )
  expect(product).toEqual(client)
  expect(product).toHaveLength(9)
})

test('a series with a changed and a left out occurrence is written as Google’s own client writes it [1.11]', async () => {
  const id = randomUUID()
  const eventId = googleEventId(id)
  const common = { calendarId: 'thea@example.com', sendUpdates: 'none', fields: googleFields } as const
  const stampOf = (instant: string) => short(instant).replaceAll(/[-:]/g, '')
  const [product, client] = await compare(
    (provider, url) => writeEvent(provider, provider.hrefOf(url, id), seriesEvent(seriesOf([3], [5]), stamp(id)), null),
    async (api) => {
      const times = (startsAt: string) => ({
        start: { dateTime: short(startsAt), timeZone: 'UTC' },
        end: { dateTime: short(busy(startsAt).endsAt), timeZone: 'UTC' },
      })
      const shown = { status: 'confirmed', summary: 'Busy', location: '', transparency: 'opaque' }
      await api.events.insert({
        ...common,
        requestBody: {
          id: eventId,
          ...shown,
          ...times(at(1)),
          sequence: 0,
          recurrence: [
            `RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=${stampOf(at(8))}`,
            `EXDATE;TZID=UTC:${stampOf(at(5)).slice(0, -1)}`,
          ],
          extendedProperties: { private: { attune: id, attuneUnfinished: 'yes' } },
        },
      })
      const { start, end } = times(at(3, 30))
      const change = { ...shown, start: { date: null, ...start }, end: { date: null, ...end } }
      await api.events.patch({ ...common, eventId: `${eventId}_${stampOf(at(3))}`, requestBody: change })
      const finished = { extendedProperties: { private: { attuneUnfinished: null as unknown as string } } }
      await api.events.patch({ ...common, eventId, requestBody: finished })
    },
  )
  expect(product).toEqual(client)
  expect(starts()).toEqual(seriesStarts([3], [5]))
})

test('no request ever names a guest, and every write suppresses notifications', async () => {
  const provider = open()
  const href = provider.hrefOf(urlOf(google), randomUUID())
  await writeEvent(provider, href, singleEvent(busy(at(1)), stamp(randomUUID())), null)
  await provider.remove(href, '')
  const writes = google.requests.filter(({ method }) => method !== 'GET')
  expect(writes).toHaveLength(2)
  for (const { query, body } of writes) {
    expect(query.sendUpdates).toBe('none')
    expect(JSON.stringify(body)).not.toMatch(/attendees|description/)
  }
})

test('calendars of all pages, and a new one, are found with name, color and rights', async () => {
  google.addCalendar('ward@group.calendar.google.com', 'Ward', 'reader')
  google.addCalendar('team@group.calendar.google.com', 'Team', 'writer')
  google.fails({ pageSize: 2 })
  const provider = open()
  const { calendars, home } = await provider.discover()
  expect(calendars.map(({ name, color, canWrite }) => [name, color, canWrite])).toEqual([
    ['Thea', '#9fe1e7', true],
    ['Ward', '#9fe1e7', false],
    ['Team', '#9fe1e7', true],
  ])
  expect(calendars[0]?.url).toBe(urlOf(google))
  expect(google.requests).toHaveLength(2)
  const made = await provider.create(home ?? '', 'Attune')
  expect([...google.calendars.values()].at(-1)?.summary).toBe('Attune')
  expect(made).toBe(urlOf(google, [...google.calendars.keys()].at(-1)))
})

test('lists have all pages, changes name what was changed and deleted, and a lost position starts over', async () => {
  const provider = open()
  const url = urlOf(google)
  const times = { start: { dateTime: at(1) }, end: { dateTime: at(1, 60) } }
  for (const id of ['first', 'second', 'third']) google.write(id, { summary: id, ...times })
  google.fails({ pageSize: 1 })
  const all = await provider.list(url)
  expect(all.changed.map(({ href }) => href)).toEqual(['first', 'second', 'third'].map((id) => `${url}/events/${id}`))
  const read = await provider.read(
    url,
    all.changed.map(({ href }) => href),
  )
  expect(read.items.map(({ etag }) => etag)).toEqual(all.changed.map(({ etag }) => etag))
  google.write('second', { summary: 'Changed' })
  google.delete('third')
  const { changed, gone, token } = (await provider.changesSince(url, all)) ?? {}
  expect([changed?.map(({ href }) => href), gone]).toEqual([[`${url}/events/second`], [`${url}/events/third`]])
  expect(await fileAt(provider, `${url}/events/second`)).toContain('SUMMARY:Changed')
  google.forgetPositions()
  expect(await provider.changesSince(url, { token: token ?? '', tag: null })).toBeNull()
})

test('a change of one occurrence changes the etag of its series, and the series is read as a whole', async () => {
  const provider = open()
  const [url, id] = [urlOf(google), randomUUID()]
  const href = provider.hrefOf(url, id)
  const event = seriesEvent(seriesOf([3], [5]), stamp(id))
  const written = await writeEvent(provider, href, event, null)
  const all = await provider.list(url)
  expect(all.changed).toEqual([{ href, etag: written.result === 'written' ? written.etag : '' }])
  expect(icsHash(await fileAt(provider, href))).toBe(icsHash(calendarFile(event)))
  const second = `${googleEventId(id)}_${short(at(2)).replaceAll(/[-:]/g, '')}`
  google.delete(second)
  const changes = await provider.changesSince(url, all)
  expect(changes?.changed).toEqual([{ href, etag: '' }])
  const [item] = (await provider.read(url, [href])).items
  expect(item?.etag).not.toBe(all.changed[0]?.etag)
  expect(item && googleFile(item.stored)).toMatch(/EXDATE;TZID=UTC:\d{8}T090000,\d{8}T090000\r\n/)
  expect(await writeEvent(provider, href, event, all.changed[0]?.etag ?? '')).toEqual({ result: 'changed' })
  // Writing the series with the right etag restores the occurrence.
  expect(await writeEvent(provider, href, event, item?.etag ?? '')).toMatchObject({ result: 'written' })
  expect(starts()).toEqual(seriesStarts([3], [5]))
  expect(icsHash(await fileAt(provider, href))).toBe(icsHash(calendarFile(event)))
})

test.each([{}, { touchesSeries: true }, { dropsOccurrences: true }])(
  'a series is rewritten with other exceptions on a server with %o @slow',
  async (faults) => {
    google.fails(faults)
    const provider = open()
    const [url, id] = [urlOf(google), randomUUID()]
    const href = provider.hrefOf(url, id)
    let etag: string | null = null
    const steps: [number[], number[]][] = [
      [[2, 3], []],
      [[3], [2, 5]],
      [[5], []],
      [[], [3]],
      [[], []],
    ]
    for (const [number, [moved, left]] of steps.entries()) {
      const event = seriesEvent(seriesOf(moved, left, `Busy ${number}`), stamp(id, number))
      const written = await writeEvent(provider, href, event, etag)
      expect(written.result).toBe('written')
      etag = written.result === 'written' ? written.etag : null
      expect(starts()).toEqual(seriesStarts(moved, left))
      expect(new Set(google.shown().map(({ summary }) => summary))).toEqual(new Set([`Busy ${number}`]))
      const { changed } = await provider.list(url)
      expect(changed).toEqual([{ href, etag }])
      expect(icsHash(await fileAt(provider, href))).toBe(icsHash(calendarFile(event)))
    }
  },
)

test.each([{}, { dropsOccurrences: true }])(
  'a series that moves to another time leaves no occurrence of the old rule on a server with %o',
  async (faults) => {
    google.fails(faults)
    const provider = open()
    const [url, id] = [urlOf(google), randomUUID()]
    const href = provider.hrefOf(url, id)
    const first = await writeEvent(provider, href, seriesEvent(seriesOf([2, 3], [5]), stamp(id)), null)
    const later = {
      ...seriesOf(),
      ...busy(at(1, 60)),
      lastStartsAt: at(8, 60),
      changed: [{ ...busy(at(4, 90)), originalStart: at(4, 60) }],
    }
    const etag = first.result === 'written' ? first.etag : ''
    const second = await writeEvent(provider, href, seriesEvent(later, stamp(id, 1)), etag)
    expect(second.result).toBe('written')
    expect(starts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => at(number, number === 4 ? 90 : 60)))
    const { changed } = await provider.list(url)
    expect(changed).toEqual([{ href, etag: second.result === 'written' ? second.etag : '' }])
  },
)

test('a series whose write was interrupted is marked, and the next write completes it', async () => {
  const provider = open()
  const [url, id] = [urlOf(google), randomUUID()]
  const href = provider.hrefOf(url, id)
  const event = seriesEvent(seriesOf([2, 3]), stamp(id))
  for (let writes = 1; writes <= 3; writes++) {
    google.fails({ breaksAfterWrites: writes })
    await expect(writeEvent(provider, href, event, null)).rejects.toMatchObject({ problem: 'not-reached' })
    google.fails({})
    expect((await provider.read(url, [href])).items).toMatchObject([{ isUnfinished: true }])
  }
  expect(await writeEvent(provider, href, event, null)).toMatchObject({ result: 'written' })
  const [item] = (await provider.read(url, [href])).items
  expect([item?.isUnfinished, icsHash(item ? googleFile(item.stored) : '')]).toEqual([
    undefined,
    icsHash(calendarFile(event)),
  ])
  expect(starts()).toEqual(seriesStarts([2, 3]))
})

test('what its user adds to an event stays when the event is written again', async () => {
  const provider = open()
  const id = randomUUID()
  const href = provider.hrefOf(urlOf(google), id)
  await writeEvent(provider, href, singleEvent(busy(at(1), 'Busy', 'Room 1'), stamp(id)), null)
  const added = { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] }, colorId: '7' }
  google.write(googleEventId(id), {
    ...added,
    description: 'Bring keys',
    start: { date: utcDay(at(9)), dateTime: null },
  })
  const [item] = (await open().read(urlOf(google), [href])).items
  const written = await writeEvent(provider, href, singleEvent(busy(at(2)), stamp(id, 0)), item?.etag ?? '')
  expect(written.result).toBe('written')
  const { event } = google.calendarAt().events.get(googleEventId(id)) ?? {}
  expect(event).toMatchObject({ ...added, description: 'Bring keys', start: { dateTime: short(at(2)) }, location: '' })
  expect(event?.start).not.toHaveProperty('date')
})

test('an event that was changed or deleted there is not overwritten, and one that was deleted is restored as new', async () => {
  const provider = open()
  const id = randomUUID()
  const [href, eventId] = [provider.hrefOf(urlOf(google), id), googleEventId(id)]
  const event = singleEvent(busy(at(1)), stamp(id))
  const written = await writeEvent(provider, href, event, null)
  const etag = written.result === 'written' ? written.etag : ''
  expect(await writeEvent(provider, href, event, null)).toEqual({ result: 'changed' })
  google.write(eventId, { summary: 'Mine' })
  expect(await writeEvent(provider, href, event, etag)).toEqual({ result: 'changed' })
  expect(await provider.remove(href, etag)).toBe(false)
  google.delete(eventId)
  expect(await writeEvent(provider, href, event, etag)).toEqual({ result: 'changed' })
  expect(await provider.read(urlOf(google), [href])).toEqual({ items: [], unreadable: [] })
  expect(await provider.remove(href, etag)).toBe(false)
  expect(await provider.remove(href, '')).toBe(true)
  expect(await writeEvent(provider, href, event, null)).toMatchObject({ result: 'written' })
  expect(google.shown()).toMatchObject([{ id: eventId, summary: 'Busy', startsAt: at(1) }])
})

test('a single occurrence to which the account was invited is read, and disappears with a full list', async () => {
  const url = urlOf(google)
  const invited = (number: number, summary: string) => ({
    summary,
    recurringEventId: 'theirs',
    iCalUID: 'theirs@google.com',
    originalStartTime: { dateTime: at(number) },
    start: { dateTime: at(number) },
    end: { dateTime: at(number, 60) },
  })
  google.write('theirs_1', invited(1, 'Ward round'))
  google.write('theirs_2', invited(2, 'Ward round'))
  const provider = open()
  const all = await provider.list(url)
  const href = `${url}/events/theirs`
  expect((await fileAt(provider, href)).match(/BEGIN:VEVENT/g)).toHaveLength(2)
  google.write('theirs_2', { summary: 'Moved' })
  await provider.changesSince(url, all)
  expect(await fileAt(provider, href)).toMatch(/Ward round[^]*Moved/)
  google.delete('theirs_1')
  await provider.changesSince(url, all)
  google.delete('theirs_2')
  await provider.list(url)
  expect(await open().list(url)).toMatchObject({ changed: [] })
})

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CalendarFailure ? error.problem : error),
  )

test('a refused token is renewed once, and a revoked access is reported', async () => {
  const provider = open()
  google.expire()
  expect((await provider.discover()).calendars).toHaveLength(1)
  expect(google.renewals()).toBe(1)
  google.revoke()
  expect(await problemOf(provider.discover())).toBe('unauthorized')
  expect(google.renewals()).toBe(2)
})

test.each(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'tooMany'])(
  'a request limited by %s is repeated after longer and longer pauses, and given up in the end',
  async (reason) => {
    const provider = open()
    google.fails({ limits: { requests: 3, reason } })
    expect((await provider.discover()).calendars).toHaveLength(1)
    expect(pauses).toHaveLength(3)
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    google.fails({ limits: { requests: 100, reason } })
    expect(await problemOf(provider.discover())).toBe('server')
    expect(pauses).toHaveLength(8)
    expect(pauses.reduce((a, b) => a + b)).toBeLessThan(60_000)
  },
)

test('a calendar without the right to write, a missing one, an error and a redirect are told apart', async () => {
  google.addCalendar('ward', 'Ward', 'reader')
  const provider = open()
  const id = randomUUID()
  const write = (calendar: string) =>
    writeEvent(provider, provider.hrefOf(urlOf(google, calendar), id), singleEvent(busy(at(1)), stamp(id)), null)
  expect(await problemOf(write('ward'))).toBe('forbidden')
  expect(await problemOf(write('missing'))).toBe('gone')
  expect(await problemOf(provider.list(urlOf(google, 'missing')))).toBe('gone')
  google.fails({ status: 503 })
  expect(await problemOf(provider.discover())).toBe('server')
  google.fails({ redirectsTo: 'https://elsewhere.example/' })
  expect(await problemOf(provider.discover())).toBe('redirect')
  expect(await problemOf(provider.list('https://elsewhere.example/calendar/v3/calendars/a'))).toBe('gone')
  expect(google.requests.every(({ headers }) => headers.host === google.host)).toBe(true)
})
