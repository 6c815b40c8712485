import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import ical, { type VEvent } from 'node-ical'
import { afterAll, expect, test } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import {
  addBusyEvent,
  day,
  hour,
  addMilliseconds,
  minute,
  startExternalServer,
  readCalendarDays,
} from '../calendar.testing.ts'

const at = (days: number) => {
  const midnight = new Date(Date.now() + days * day)
  midnight.setUTCHours(10, 0, 0, 0)
  return midnight.toISOString()
}
const startsAt = at(7)

afterAll(() => externalServer.close())
const externalServer = await startExternalServer()
const app = await startSharedApp({ worker: false, outbound: openOutbound({ trusted: [externalServer.origin] }) })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const sessionId = await insertSession(app, therapist, record, { status: 'confirmed', startsAt, location: 'Room 3' })
await insertSession(app, therapist, record, { status: 'completed', startsAt: at(-10) })
for (const status of ['pending', 'cancelled', 'denied'] as const)
  await insertSession(app, therapist, record, { status, startsAt: at(8) })
await addBusyEvent(therapist, { title: 'Supervision', startsAt: at(9) })

const fetchFeed = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers })
async function entriesAt(address: string): Promise<VEvent[]> {
  const answer = await fetchFeed(address)
  expect(answer.status).toBe(200)
  const parsed = ical.sync.parseICS(await answer.text())
  return Object.values(parsed).filter((entry): entry is VEvent => entry?.type === 'VEVENT')
}
const titles = async (address: string) =>
  (await entriesAt(address)).toSorted((a, b) => a.start.getTime() - b.start.getTime()).map((entry) => entry.summary)

test('a feed names people only as its mode allows', async () => {
  const modes = { busy: 'Busy', code: 'CT', initials: 'CC', name: `${client.firstName} ${client.lastName}` } as const
  const { version, ...facts } = await therapist.api.client.get({ id: record })
  const named = [
    'firstName',
    'lastName',
    'email',
    'phone',
    'dateOfBirth',
    'address',
    'emergencyName',
    'emergencyPhone',
    'emergencyRelationship',
    'language',
  ] as const
  const known = Object.fromEntries(named.map((name) => [name, facts[name]])) as Pick<
    typeof facts,
    (typeof named)[number]
  >
  expect(await titles((await therapist.api.calendar.setFeed({ mode: 'code' })).address)).toEqual(['CC', 'CC', 'Busy'])
  expect((await therapist.api.client.edit({ id: record, version, ...known, code: 'CT' })).code).toBe('CT')
  for (const [mode, expectedTitle] of Object.entries(modes)) {
    const feed = await therapist.api.calendar.setFeed({ mode: mode as keyof typeof modes })
    expect(await titles(feed.address), mode).toEqual([
      expectedTitle,
      expectedTitle,
      mode === 'name' ? 'Supervision' : 'Busy',
    ])
    const text = await (await fetchFeed(feed.address)).text()
    expect(text.includes('Room 3') && mode !== 'name', mode).toBe(false)
    if (mode !== 'name')
      for (const word of [client.lastName, 'Supervision', therapist.lastName]) expect(text).not.toContain(word)
  }
  const [entry] = (await entriesAt((await therapist.api.calendar.feed({})).feed?.address ?? '')).filter(({ uid }) =>
    uid.startsWith(sessionId),
  )
  expect(entry).toMatchObject({
    uid: `${sessionId}@localhost`,
    status: 'CONFIRMED',
    start: new Date(startsAt),
    end: new Date(addMilliseconds(startsAt, 50 * minute)),
  })
})

test('a client’s feed names the therapist only as its mode allows', async () => {
  for (const [mode, expectedTitle] of [
    ['busy', 'Busy'],
    ['code', 'Appointment'],
    ['initials', 'TT'],
    ['name', `${therapist.firstName} ${therapist.lastName}`],
  ] as const) {
    const feed = await client.api.calendar.setFeed({ mode })
    expect(await titles(feed.address), mode).toEqual([expectedTitle, expectedTitle])
  }
})

test('a replaced, removed or wrong feed address returns 404 at once', async () => {
  const first = await therapist.api.calendar.setFeed({ mode: 'busy' })
  expect((await therapist.api.calendar.setFeed({ mode: 'name' })).address).toBe(first.address)
  const second = await therapist.api.calendar.rotateFeed({})
  const status = async (address: string) => (await fetchFeed(address)).status
  expect([await status(first.address), await status(second.address)]).toEqual([404, 200])
  expect((await therapist.api.calendar.feed({})).feed?.fetchedAt).not.toBeNull()
  const clientFeed = await client.api.calendar.setFeed({ mode: 'name' })
  const secretOf = (address: string) => /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
  const wrong = [
    second.address.replace(secretOf(second.address), secretOf(clientFeed.address)),
    second.address.replace(therapist.accountId, client.accountId),
    second.address.replace(therapist.accountId, randomUUID()),
    second.address.replace(secretOf(second.address), 'A'.repeat(43)),
    second.address.replace('.ics', ''),
    second.address.replace(therapist.accountId, `' or true`),
  ]
  const fetchedBefore = (await therapist.api.calendar.feed({})).feed?.fetchedAt
  app.clock.advance(2 * minute)
  for (const address of wrong) expect(await status(address), address).toBe(404)
  expect((await therapist.api.calendar.feed({})).feed?.fetchedAt).toBe(fetchedBefore)
  await therapist.api.calendar.removeFeed({})
  await therapist.api.calendar.removeFeed({})
  expect([await status(second.address), (await therapist.api.calendar.feed({})).feed]).toEqual([404, null])
  await expect(therapist.api.calendar.rotateFeed({})).rejects.toMatchObject({ code: 'NO_FEED' })
})

test('an unchanged feed returns 304, and is not cached by proxies', async () => {
  const { address } = await therapist.api.calendar.setFeed({ mode: 'initials' })
  const answer = await fetchFeed(address)
  const etag = answer.headers.get('etag') ?? ''
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ])
  expect((await fetchFeed(address, { 'if-none-match': etag })).status).toBe(304)
  await addBusyEvent(therapist, { startsAt: at(11) })
  expect((await fetchFeed(address, { 'if-none-match': etag })).status).toBe(200)
})

test('another therapist who imports our feed gets the same times, including whole days and clock changes @slow', async () => {
  const other = await app.person('therapist', 2)
  const owner = await app.person('therapist', 3)
  await owner.api.account.saveSettings({ zone: 'America/New_York' })
  await other.api.account.saveSettings({ zone: 'America/New_York' })
  const weekly = { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const
  await owner.api.calendar.addEvent({
    id: randomUUID(),
    title: 'Team',
    startsAt: at(1),
    endsAt: addMilliseconds(at(1), hour),
    repeat: weekly,
  })
  const { zone } = await owner.api.calendar.between({ startsAt: at(0), endsAt: at(1) })
  expect(zone).toBe('America/New_York')
  const [first, last] = [45, 46].map((days) => dayBounds(wallClockOf(at(days), zone).day, zone))
  const holiday = { startsAt: first?.from ?? '', endsAt: last?.to ?? '' }
  await owner.api.availability.saveAbsence({ id: randomUUID(), title: 'Holiday', ...holiday, wholeDays: true })
  const feed = await owner.api.calendar.setFeed({ mode: 'name' })
  externalServer.says(await (await fetchFeed(feed.address)).text())
  await other.api.calendar.addImport({ id: randomUUID(), name: 'Ours', address: `${externalServer.origin}/feed.ics` })
  const from = Date.now()
  const [ours, theirs] = await Promise.all([readCalendarDays(owner, from, 360), readCalendarDays(other, from, 360)])
  const times = (items: { startsAt: string; endsAt: string }[]) =>
    items.map((item) => `${item.startsAt} ${item.endsAt}`)
  const days = [first, last].map((each) => `${each?.from} ${each?.to}`)
  expect(times(theirs.imported).toSorted()).toEqual([...times(ours.events), ...days].toSorted())
  expect(ours.events.length).toBeGreaterThan(50)
})

test('an address that is read too often is rate limited without affecting others @slow', async () => {
  const { address } = await therapist.api.calendar.setFeed({ mode: 'busy' })
  const others = await client.api.calendar.setFeed({ mode: 'busy' })
  const statuses = new Set<number>()
  for (let reading = 0; reading < 60; reading++) statuses.add((await fetchFeed(address)).status)
  expect(statuses.has(200)).toBe(true)
  const refused = await fetchFeed(address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetchFeed(others.address)).status).toBe(200)
  app.clock.advance(10 * minute)
  expect((await fetchFeed(address)).status).toBe(200)
})

test('a deleted account has no feed @slow', async () => {
  const deletedClient = await app.person('client', 9)
  const { address } = await deletedClient.api.calendar.setFeed({ mode: 'busy' })
  expect((await fetchFeed(address)).status).toBe(200)
  await deletedClient.api.login.deleteAccount({ password: deletedClient.password })
  expect((await fetchFeed(address)).status).toBe(404)
  const deletedTherapist = await app.person('therapist', 9)
  const theirs = await deletedTherapist.api.calendar.setFeed({ mode: 'name' })
  await addBusyEvent(deletedTherapist, { startsAt: at(2) })
  await deletedTherapist.api.login.deleteAccount({ password: deletedTherapist.password })
  expect((await fetchFeed(theirs.address)).status).toBe(404)
})
