import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { TestBrowser } from '../../../../testing/browser.ts'
import { tablesContaining } from '../../../../testing/database/canary.ts'
import { type GoogleAccountsDouble, startGoogleAccounts } from '../../../../testing/calendar/google-accounts.ts'
import { startGoogleCalendar } from '../../../../testing/calendar/google-calendar.ts'
import { syncCalendar } from '../sync/sync.ts'

let people = 0
const minute = 60_000
afterAll(() => Promise.all([google.close(), calendars.close()]))
const google = await startGoogleAccounts()
const calendars = await startGoogleCalendar({ accepts: google.accepts })
const app = await startSharedApp({
  worker: false,
  config: { googleCalendar: google.client, calendarLocalHosts: [google.host, calendars.host] },
  googleOrigins: { accounts: google.origin, tokens: google.origin, api: new URL(calendars.apiRoot).origin },
})
beforeEach(() => {
  google.mode = 'ok'
  // Each test uses a separate Google account.
  google.person = { subject: randomUUID(), email: 'thea@gmail.test' }
  google.requests.length = 0
})

const newTherapist = () => app.person('therapist', ++people)
const begin = async ({ api }: TestBrowser, accountId: string | null = null) =>
  (await api.externalCalendar.beginGoogle({ accountId })).url
/** Opens the address to which Google sends the browser, and returns the parameters of the settings page that follows. */
async function open(browser: TestBrowser, address: string) {
  const answer = await fetch(address, { headers: { cookie: browser.cookies() }, redirect: 'manual' })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'private, no-store'])
  const to = new URL(answer.headers.get('location') ?? '', app.address)
  expect(to.pathname).toBe('/dashboard/therapist/settings/calendars')
  return { connected: to.searchParams.get('connected'), refused: to.searchParams.get('refused') }
}
async function connect(browser: TestBrowser): Promise<string> {
  const { connected } = await open(browser, google.answer(await begin(browser)))
  return connected ?? ''
}
const accounts = async ({ api }: TestBrowser) => (await api.externalCalendar.accounts({})).items

test('a therapist connects an account of Google with as few rights as the sync needs, and finds its calendars [1.11]', async () => {
  const therapist = await newTherapist()
  expect(await therapist.api.externalCalendar.accounts({})).toEqual({ items: [], offersGoogle: true })
  const url = await begin(therapist)
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: google.client.clientId,
    redirect_uri: `${app.address}/api/calendar/callback/google`,
    response_type: 'code',
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  })
  expect([asked.get('include_granted_scopes'), asked.get('login_hint')]).toEqual([null, null])
  const rights = ['calendar.events', 'calendar.calendarlist.readonly', 'calendar.app.created']
  expect(asked.get('scope')?.split(' ')).toEqual([
    'openid',
    'email',
    ...rights.map((one) => `https://www.googleapis.com/auth/${one}`),
  ])
  const { connected } = await open(therapist, google.answer(url))
  expect(await accounts(therapist)).toEqual([
    {
      id: connected,
      provider: 'google',
      host: '',
      userName: 'thea@gmail.test',
      isRefused: false,
      isLeaving: false,
      calendars: [],
    },
  ])
  const found = await therapist.api.externalCalendar.find({ id: connected ?? '' })
  expect(found).toMatchObject({ calendars: [{ name: 'Thea', canWrite: true, calendarId: null }], canCreate: true })
})

test('a callback that was used, has expired, is of another login or has no state is refused in the same way, without a request to Google', async () => {
  const [therapist, other] = [await newTherapist(), await newTherapist()]
  const expired = { connected: null, refused: 'expired' }
  const used = google.answer(await begin(therapist))
  await open(therapist, used)
  google.requests.length = 0
  expect(await open(therapist, used)).toEqual(expired)

  const open2 = google.answer(await begin(therapist))
  const second = await app.secondBrowser(therapist, 2)
  for (const browser of [other, second, app.anonymous(), await app.person('client')])
    expect(await open(browser, open2)).toEqual(expired)
  const without = new URL(open2)
  without.searchParams.delete('state')
  expect(await open(therapist, without.href)).toEqual(expired)
  const wrong = new URL(open2)
  wrong.searchParams.set('state', 'A'.repeat(43))
  expect(await open(therapist, wrong.href)).toEqual(expired)

  const newer = google.answer(await begin(therapist))
  expect(await open(therapist, open2)).toEqual(expired)
  app.clock.advance(11 * minute)
  expect(await open(therapist, newer)).toEqual(expired)
  expect(google.requests).toEqual([])
  expect((await Promise.all([therapist, other].map(accounts))).map(({ length }) => length)).toEqual([1, 0])
})

test('a person who cancels, leaves a right out or meets a fault of Google connects nothing', async () => {
  const therapist = await newTherapist()
  const attempt = async (answer: Parameters<GoogleAccountsDouble['answer']>[1] = {}) =>
    (await open(therapist, google.answer(await begin(therapist), answer))).refused
  expect(await attempt({ cancels: true })).toBe('denied')
  for (const right of ['calendar.events', 'calendarlist.readonly', 'app.created'])
    expect(await attempt({ without: [right] })).toBe('incomplete')
  for (const mode of ['broken', 'moved', 'unknown-client'] as const) {
    google.mode = mode
    expect(await attempt()).toBe('failed')
  }
  expect(await accounts(therapist)).toEqual([])
})

test('a code of one consent is worth nothing with the state of another', async () => {
  const [therapist, attacker] = [await newTherapist(), await newTherapist()]
  const stolen = new URL(
    google.answer(await begin(attacker), { person: { subject: 'attacker', email: 'a@gmail.test' } }),
  )
  const own = new URL(google.answer(await begin(therapist)))
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  expect(await open(therapist, own.href)).toEqual({ connected: null, refused: 'failed' })
  expect(await accounts(therapist)).toEqual([])
})

test('connecting again renews the account, and another account of Google in its place is refused', async () => {
  const therapist = await newTherapist()
  const id = await connect(therapist)
  const before = google.person
  google.endAccess()
  await expect(therapist.api.externalCalendar.find({ id })).rejects.toMatchObject({
    code: 'CALENDAR_FAILED',
    data: { problem: 'unauthorized' },
  })
  google.person = { subject: randomUUID(), email: 'other@gmail.test' }
  const again = await begin(therapist, id)
  expect(new URL(again).searchParams.get('login_hint')).toBe(before.email)
  expect((await open(therapist, google.answer(again))).refused).toBe('other-account')
  google.person = { ...before, email: 'new-name@gmail.test' }
  expect((await open(therapist, google.answer(await begin(therapist, id)))).connected).toBe(id)
  // The same account is found even if the call does not name it.
  expect(await connect(therapist)).toBe(id)
  expect(await accounts(therapist)).toMatchObject([{ id, userName: 'new-name@gmail.test', isRefused: false }])
  expect((await therapist.api.externalCalendar.find({ id })).calendars.length).toBeGreaterThan(0)
})

test('an access that ends at Google stops the calendars until the therapist connects again @slow', async () => {
  const therapist = await newTherapist()
  const accountId = await connect(therapist)
  const { externalCalendar, calendar, notification } = therapist.api
  const startsAt = new Date(app.clock.now().getTime() + 24 * 60 * minute).toISOString()
  const endsAt = new Date(Date.parse(startsAt) + 60 * minute).toISOString()
  calendars.write('dentist', { summary: 'Dentist', start: { dateTime: startsAt }, end: { dateTime: endsAt } })
  const { calendars: found } = await externalCalendar.find({ id: accountId })
  const id = randomUUID()
  const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
  const added = await externalCalendar.add({ id, accountId, url: found[0]?.url ?? '', ...settings })
  expect(added).toMatchObject({ state: 'ok', events: 1 })
  google.expireAccess()
  expect(await externalCalendar.syncNow({ id })).toMatchObject({ state: 'ok', error: null })

  google.endAccess()
  expect(await externalCalendar.syncNow({ id })).toMatchObject({ state: 'stopped', error: 'unauthorized' })
  await externalCalendar.syncNow({ id })
  const told = (await notification.list({})).items.filter(({ kind }) => kind === 'calendar-failing')
  expect([told.length, (await accounts(therapist))[0]?.isRefused]).toEqual([1, true])
  const busyTimes = async () => (await calendar.between({ startsAt, endsAt })).imported.map(({ title }) => title)
  expect(await busyTimes()).toEqual(['Dentist'])

  await open(therapist, google.answer(await begin(therapist, accountId)))
  calendars.delete('dentist')
  expect(await externalCalendar.syncNow({ id })).toMatchObject({ state: 'ok', error: null, events: 0 })
  expect(await busyTimes()).toEqual([])
})

test('disconnecting ends the access at Google, unless another therapist has connected the same account', async () => {
  const [therapist, other] = [await newTherapist(), await newTherapist()]
  const [id, shared] = [await connect(therapist), await connect(other)]
  await therapist.api.externalCalendar.removeAccount({ id })
  expect([google.hasAccess(), await accounts(therapist)]).toEqual([true, []])
  await other.api.externalCalendar.removeAccount({ id: shared })
  expect(google.hasAccess()).toBe(false)
  const third = await connect(therapist)
  google.mode = 'broken'
  await therapist.api.externalCalendar.removeAccount({ id: third })
  expect(await accounts(therapist)).toEqual([])
})

test('our events in Google calendars stay or are deleted as the therapist chose, and only then the access ends at Google @slow', async () => {
  const therapist = await newTherapist()
  const { externalCalendar, calendar } = therapist.api
  const tomorrow = app.clock.now().getTime() + 24 * 60 * minute
  const startsAt = new Date(tomorrow - (tomorrow % minute)).toISOString()
  const endsAt = new Date(Date.parse(startsAt) + 60 * minute).toISOString()
  await calendar.addEvent({ id: randomUUID(), title: 'Team', startsAt, endsAt })
  const settings = { direction: 'write', privacy: 'busy', withPlace: false, follows: false } as const
  const write = async () => {
    const [accountId, id] = [await connect(therapist), randomUUID()]
    const { calendars: found } = await externalCalendar.find({ id: accountId })
    await externalCalendar.add({ id, accountId, url: found[0]?.url ?? '', ...settings })
    expect(calendars.shown()).toMatchObject([{ startsAt }])
    return { accountId, id }
  }
  const first = await write()
  await externalCalendar.removeAccount({ id: first.accountId, events: 'stay' })
  expect([calendars.shown().length, google.hasAccess(), await accounts(therapist)]).toEqual([1, false, []])

  const second = await write()
  await externalCalendar.removeAccount({ id: second.accountId, events: 'delete' })
  expect([google.hasAccess(), await accounts(therapist)]).toMatchObject([true, [{ isLeaving: true }]])
  google.requests.length = 0
  google.expireAccess()
  await syncCalendar(app, therapist.accountId, second.id)
  expect([calendars.shown(), google.hasAccess(), await accounts(therapist)]).toEqual([[], false, []])
  expect(google.requests.map(({ path }) => path)).toEqual(['/token', '/revoke'])
})

test('an account of Google has no password, and one of CalDAV no consent', async () => {
  const therapist = await newTherapist()
  const id = await connect(therapist)
  const { setPassword, connect: connectServer, beginGoogle } = therapist.api.externalCalendar
  await expect(setPassword({ id, password: 'any' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const address = 'https://www.googleapis.com/'
  await expect(connectServer({ id, address, userName: 'thea@gmail.test', password: 'any' })).rejects.toBeDefined()
  await expect(beginGoogle({ accountId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('no answer, log line or column shows a token, a code, a state or the secret of the client', async () => {
  const therapist = await newTherapist()
  const url = await begin(therapist)
  const address = google.answer(url)
  const { connected } = await open(therapist, address)
  google.expireAccess()
  const found = await therapist.api.externalCalendar.find({ id: connected ?? '' })
  const secrets = [
    ...google.issued,
    google.client.clientSecret,
    ...['state', 'code'].map((name) => new URL(address).searchParams.get(name) ?? ''),
  ]
  expect(google.issued.filter((token) => token.startsWith('canary-')).length).toBeGreaterThan(3)
  const shown = [JSON.stringify([found, await therapist.api.externalCalendar.accounts({})]), ...app.logged].join('\n')
  for (const secret of secrets) expect(shown).not.toContain(secret)
  expect(await tablesContaining(app.databaseUrl, 'canary-')).toEqual([])
})

test('without a client of the host, Google is not offered and its callback does not exist', async () => {
  const { client } = app.google
  app.google.client = null
  try {
    const therapist = await newTherapist()
    expect((await therapist.api.externalCalendar.accounts({})).offersGoogle).toBe(false)
    await expect(begin(therapist)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
    const answer = await fetch(`${app.address}/api/calendar/callback/google?state=a&code=b`, { redirect: 'manual' })
    expect(answer.status).toBe(404)
  } finally {
    app.google.client = client
  }
})
