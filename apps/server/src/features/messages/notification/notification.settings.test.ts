import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wallClockOf } from '@attune/contract/common/time/time'
import { quietHoursEnd } from './notification.hold.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const hour = 60 * 60_000
const mailsTo = (address: string) => app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(address))
async function newestMail(account: string) {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string; state: string; attempts: number }>(
      'select id, state, attempts from app.mail where account_id = $1 order by created_at desc limit 1',
      [account],
    ),
  )
  return rows[0]
}

test.each([
  ['in the evening, until the next morning', '2026-11-20T20:30:00Z', 'Europe/Berlin', '2026-11-21T07:00:00.000Z'],
  ['in the night, until the same morning', '2026-11-20T01:00:00Z', 'Europe/Berlin', '2026-11-20T07:00:00.000Z'],
  ['over the change to summer time', '2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['over the change to winter time', '2026-10-24T20:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
])('quiet hours from 21 to 8 last %s', (_, now, zone, until) => {
  expect(quietHoursEnd({ from: '21:00', to: '08:00' }, zone, new Date(now))?.toISOString()).toBe(until)
})

test('quiet hours that end in the hour that the clocks repeat end the second time too', () => {
  const at = (now: string) =>
    quietHoursEnd({ from: '21:00', to: '02:30' }, 'Europe/Berlin', new Date(now))?.toISOString()
  expect(at('2026-10-25T00:15:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-10-25T00:45:00Z')).toBeUndefined()
  expect(at('2026-10-25T01:15:00Z')).toBe('2026-10-25T01:30:00.000Z')
  expect(at('2026-03-29T00:59:00Z')).toBe('2026-03-29T01:30:00.000Z')
})

test('quiet hours delay an email only between their start and their end, also within one day', () => {
  const at = (now: string, quiet = { from: '21:00', to: '08:00' }) => quietHoursEnd(quiet, 'UTC', new Date(now))
  expect(at('2026-11-20T08:00:00Z')).toBeNull()
  expect(at('2026-11-20T20:59:59Z')).toBeNull()
  expect(at('2026-11-20T21:00:00Z')?.toISOString()).toBe('2026-11-21T08:00:00.000Z')
  const noon = { from: '12:00', to: '14:00' }
  expect(at('2026-11-20T13:00:00Z', noon)?.toISOString()).toBe('2026-11-20T14:00:00.000Z')
  expect(at('2026-11-20T14:00:00Z', noon)).toBeNull()
})

test('without saved settings, quiet hours are 21 to 8 and every email type of the role is on', async () => {
  const client = await app.person('client', 1)
  const fresh = await client.api.account.saveNotificationSettings({ quiet: { from: '21:00', to: '08:00' }, mail: {} })
  expect(fresh.quiet).toEqual({ from: '21:00', to: '08:00' })
  expect(Object.values(fresh.mail).every(Boolean)).toBe(true)
  expect(fresh.mail).toHaveProperty('session-planned')
  expect(fresh.mail).not.toHaveProperty('client-joined')
  expect(fresh.text).toEqual({ 'session-reminder': true, 'message-received': true })
  const changed = await client.api.account.saveNotificationSettings({ quiet: null, mail: { 'session-planned': false } })
  expect(changed).toMatchObject({ quiet: null, mail: { 'session-planned': false, 'session-moved': true } })
  expect(await client.api.account.notificationSettings({})).toEqual(changed)
})

test('texts are switched off per type for a client and stay so when other settings change', async () => {
  const client = await app.person('client', 1)
  const off = { 'session-reminder': true, 'message-received': false }
  const settings = { quiet: null, mail: {} }
  const changed = await client.api.account.saveNotificationSettings({
    ...settings,
    text: { 'message-received': false },
  })
  expect(changed.text).toEqual(off)
  const after = await client.api.account.saveNotificationSettings({ ...settings, mail: { 'session-moved': false } })
  expect(after).toMatchObject({ text: off, mail: { 'session-moved': false } })
  expect(await therapist.api.account.saveNotificationSettings({ ...settings, text: off })).not.toHaveProperty('text')
})

test.each([
  ['an invalid time', { quiet: { from: '25:00', to: '08:00' }, mail: {} }],
  ['an empty time span', { quiet: { from: '08:00', to: '08:00' }, mail: {} }],
  ['a type that is never a text', { quiet: null, mail: {}, text: { 'session-planned': false } }],
  ['an unknown type', { quiet: null, mail: { 'anything-else': false } }],
  ['the account of another person', { quiet: null, mail: {}, accountId: randomUUID() }],
])('settings with %s are refused', async (_, wrong) => {
  const client = await app.person('client', 1)
  expect((await client.send('account/saveNotificationSettings', wrong)).status).toBe(400)
})

test('an email within the quiet hours waits for their end while the app notifies at once @slow', async () => {
  const client = await app.person('client', 2)
  const id = await connectClient(app, therapist, client)
  const now = app.clock.now().getTime()
  const clock = (ahead: number) => wallClockOf(new Date(now + ahead * hour).toISOString(), 'Europe/Berlin').time
  await client.api.account.saveNotificationSettings({ quiet: { from: clock(-1), to: clock(1) }, mail: {} })
  await scheduleSessionAt(therapist, id, new Date(timeAhead(280)))
  expect((await client.api.notification.list({})).items).toMatchObject([{ kind: 'session-planned' }])
  await expect.poll(() => waitsUntil(client.accountId)).toBeGreaterThan(now + hour / 2)
  expect(await waitsUntil(client.accountId)).toBeLessThan(now + hour + 60_000)
  expect(mailsTo(client.email)).toEqual([])
  const mail = await newestMail(client.accountId)
  expect(mail).toMatchObject({ state: 'waiting', attempts: 0 })
  app.clock.advance(hour)
  const attempt = { retryCount: 0, last: false }
  await Promise.all([
    app.mailer.deliver({ mailId: mail?.id ?? '' }, attempt),
    app.mailer.deliver({ mailId: mail?.id ?? '' }, attempt),
  ])
  expect(mailsTo(client.email)).toHaveLength(1)
})

/** Returns the time at which the job that sends an account’s newest email starts, in milliseconds; 0 if there is no such job. */
async function waitsUntil(account: string): Promise<number> {
  const mail = await newestMail(account)
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ at: string }>(
      `select start_after as at from jobs.job_common where name = 'mail' and data->>'mailId' = $1 and state = 'created'`,
      [mail?.id],
    ),
  )
  return rows[0] ? Date.parse(rows[0].at) : 0
}

test('an email type that is switched off is not sent, other types are, and the app shows both @slow', async () => {
  const client = await app.person('client', 3)
  const id = await connectClient(app, therapist, client)
  await client.api.account.saveNotificationSettings({ quiet: null, mail: { 'session-planned': false } })
  const session = await scheduleSessionAt(therapist, id, new Date(timeAhead(281)))
  await expect.poll(async () => (await newestMail(client.accountId))?.state).toBe('dropped')
  await therapist.api.session.acceptOnBehalf({ id: session, command: randomUUID() })
  await app.inbox.mailTo(client.email, /accepted/)
  expect(mailsTo(client.email)).toHaveLength(1)
  expect((await client.api.notification.list({})).items.map((item) => item.kind)).toEqual([
    'session-accepted',
    'session-planned',
  ])
})

test('a password reset email is sent at once within the quiet hours @slow', async () => {
  const client = await app.person('client', 4)
  const clock = (ahead: number) =>
    wallClockOf(new Date(app.clock.now().getTime() + ahead * hour).toISOString(), 'Europe/Berlin').time
  await client.api.account.saveNotificationSettings({ quiet: { from: clock(-1), to: clock(1) }, mail: {} })
  await app.anonymous().api.login.requestReset({ email: client.email })
  await app.inbox.mailTo(client.email, /reset-password/)
})

test('the history returns all notifications of the person in pages, newest first, each once [7.04]', async () => {
  const [client, other] = [await app.person('client', 5), await app.person('client', 6)]
  const notes = Array.from({ length: 5 }, (_, n) => ({
    id: randomUUID(),
    title: `Note ${n}`,
    message: 'Mine',
    type: 'x',
  }))
  for (const note of notes) await client.api.notification.insert({ ...note, userId: client.accountId })
  await client.api.notification.insert(notes[0] ?? { id: randomUUID(), title: '', message: '' })
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await client.api.notification.history({ limit: 2, ...(after && { after }) })
    seen.push(...page.items.map((item) => item.title))
    after = page.next ?? undefined
  } while (after)
  expect(seen).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1', 'Note 0'])
  const foreign = { id: randomUUID(), userId: other.accountId, title: 'For you', message: '' }
  await expect(client.api.notification.insert(foreign)).rejects.toMatchObject({ status: 403 })
  expect((await other.api.notification.history({})).items).toEqual([])
  expect((await client.send('notification/history', { after: 'nonsense' })).status).toBe(400)
  expect((await other.api.notification.history({ after: notes[0]?.id })).items).toEqual([])
})
