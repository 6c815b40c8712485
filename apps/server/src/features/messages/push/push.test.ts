import { isPushOrigin } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import type { Person } from '../../../testing/people.ts'
import { openPushService, type TestSubscription } from '../../../testing/doubles/push-service.ts'
import { createTestConversation, sendText } from '../message/message.testing.ts'
import { pushJobs } from './push.jobs.ts'
import { runDuePushJobs, waitingPushJobs } from './push.testing.ts'

afterAll(() => service.close())
const service = await openPushService()
const permittedService = 'push.example.org'
const app = await startSharedApp({
  worker: false,
  outbound: openOutbound({ trusted: [service.origin], timeoutMilliseconds: 3_000 }),
  isPushOrigin: (origin) => origin === service.origin || isPushOrigin(origin, [permittedService]),
})
afterEach(() => {
  service.mode = 'up'
  service.retryAfter = null
})

let pair = 0
const newConversation = () => createTestConversation(app, ++pair)

async function subscribe(person: Person): Promise<TestSubscription & { id: string }> {
  const { key } = await person.api.push.hostKey({})
  const made = await service.subscribe(key)
  const { id } = await person.api.push.subscribe({ ...made, hostKey: key, isRenewal: false })
  return { ...made, id }
}

const waitingJobs = (person: Person) => waitingPushJobs(app, person)
const runDueJobs = (person: Person) => runDuePushJobs(app, person)
const typesOf = ({ endpoint }: TestSubscription) =>
  service.received(endpoint).map((payload) => (JSON.parse(payload) as { type: string }).type)

test('each unread message causes a push that holds its type and its id alone @slow', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  const messages: string[] = []
  for (const text of ['Canary words', 'More canary words']) {
    messages.push((await sendText(therapist, id, text)).id)
    await runDueJobs(client)
  }
  expect(service.received(browser.endpoint)).toEqual(
    messages.map((message) => JSON.stringify({ type: 'message-received', message }).padEnd(128)),
  )
  const [first, second] = service.requests.slice(-2)
  expect(first?.length).toBe(second?.length)
  expect(first?.headers).toMatchObject({ ttl: '86400', urgency: 'normal' })
  expect(first?.headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(second?.headers['topic']).toBe(first?.headers['topic'])
  const sent = JSON.stringify(service.requests)
  for (const secret of [id, client.accountId, 'Canary']) expect(sent).not.toContain(secret)
})

test('a push that its service has accepted delivers no message, until the browser acknowledges it [4.05] @slow', async () => {
  const { therapist, client, id } = await newConversation()
  const pushed = { ...client, ...(await app.secondBrowser(client, 1)) }
  const browser = await subscribe(pushed)
  await sendText(therapist, id, 'Hello')
  await runDueJobs(client)
  const [payload = ''] = service.received(browser.endpoint)
  const status = async () => (await therapist.api.message.messages({ id })).items[0]?.status
  expect(await status()).toBe('sent')
  const { message } = JSON.parse(payload) as { message: string }
  // The service worker sends no page key, so this call has no page header.
  const answer = await pushed.send('message/acknowledge', { ids: [message] }, { 'x-attune-page': null })
  expect([answer.status, await status()]).toEqual([200, 'delivered'])
})

test('a push goes to every browser of the account @slow', async () => {
  const { therapist, client, id } = await newConversation()
  const browsers = [await subscribe(client)]
  const second = { ...client, ...(await app.secondBrowser(client, 1)) }
  browsers.push(await subscribe(second))
  await sendText(therapist, id, 'Hello')
  await runDueJobs(client)
  expect(browsers.map(typesOf)).toEqual([['message-received'], ['message-received']])
})

test('a message that was read before its push causes none', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  const { seq } = await sendText(therapist, id, 'Read at once')
  await client.api.message.markRead({ id, upTo: seq })
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual([])
})

test('while a page of the account shows the conversation, a push waits for the message to stay unread', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  const page = randomUUID()
  const view = (isVisible: boolean) => client.api.push.setViewed({ page, type: 'conversation', id, isVisible })
  await view(true)
  await sendText(therapist, id, 'On the screen')
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual([])
  const [waiting] = await waitingJobs(client)
  expect(waiting?.wait).toBeGreaterThan(30)
  await view(false)
  if (waiting) await pushJobs.push.run(app, waiting.data, { retryCount: 0, last: false })
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual(['message-received'])
})

test('a push waits for the end of the quiet hours, of which messages meanwhile make one', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  await client.api.account.saveNotificationSettings({ quiet: { from: '00:00', to: '23:59' }, mail: {} })
  await sendText(therapist, id, 'One')
  await runDueJobs(client)
  await sendText(therapist, id, 'Two')
  const jobs = await waitingJobs(client)
  expect(jobs.map(({ name }) => name)).toEqual(['push'])
  expect(typesOf(browser)).toEqual([])
})

test('a pause holds a push for at most 15 minutes at a time, and until it is ended', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  const paused = await client.api.account.pauseNotifications({ isPaused: true })
  expect(Date.parse(paused.pausedUntil ?? '') - app.clock.now().getTime()).toBeGreaterThan(23.9 * 60 * 60_000)
  await sendText(therapist, id, 'One')
  await runDueJobs(client)
  const [waiting] = await waitingJobs(client)
  expect(waiting?.wait).toBeGreaterThan(14 * 60)
  expect(waiting?.wait).toBeLessThan(16 * 60)
  expect((await client.api.account.pauseNotifications({ isPaused: false })).pausedUntil).toBeNull()
  if (waiting) await pushJobs.push.run(app, waiting.data, { retryCount: 0, last: false })
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual(['message-received'])
})

test('a type that is switched off causes no push', async () => {
  const { therapist, client, id } = await newConversation()
  const browser = await subscribe(client)
  const saved = await client.api.account.saveNotificationSettings({
    quiet: null,
    mail: {},
    push: { 'message-received': false },
  })
  expect(saved).toMatchObject({ push: { 'message-received': false, 'session-planned': true } })
  expect(saved.mail['message-received']).toBe(true)
  await sendText(therapist, id, 'One')
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual([])
})

test.each([404, 410])('a subscription that the push service answers with %i is removed @slow', async (status) => {
  const { therapist, client, id } = await newConversation()
  await subscribe(client)
  service.mode = status
  await sendText(therapist, id, 'One')
  await runDueJobs(client)
  expect((await client.api.push.browsers({})).items).toEqual([])
})

test('a push is tried again after 429, 500 and a missing answer, and not after a refusal @slow', async () => {
  const { client } = await newConversation()
  const { id } = await subscribe(client)
  const data = { accountId: client.accountId, subscriptionId: id, notificationId: null }
  const send = () => pushJobs['push-send'].run(app, data, { retryCount: 0, last: false })
  service.mode = 500
  await expect(send()).rejects.toThrow('500')
  service.mode = 'slow'
  await expect(send()).rejects.toThrow('ABORT_ERR')
  service.mode = 403
  await send()
  expect(await waitingJobs(client)).toEqual([])
  service.mode = 429
  service.retryAfter = '120'
  await send()
  expect((await waitingJobs(client))[0]?.wait).toBeGreaterThan(100)
})

test('signing out ends the push notifications of this browser alone', async () => {
  const { client } = await newConversation()
  const other = { ...client, ...(await app.secondBrowser(client, 1)) }
  const kept = await subscribe(client)
  await subscribe(other)
  expect((await client.api.push.browsers({})).items).toHaveLength(2)
  await other.api.login.signOut({})
  expect((await client.api.push.browsers({})).items).toMatchObject([{ id: kept.id, isCurrent: true }])
})

test('a browser that subscribes while its login ends receives nothing', async () => {
  const { client } = await newConversation()
  const { key: hostKey } = await client.api.push.hostKey({})
  const made = await service.subscribe(hostKey)
  const signingOut = await app.privileged.auth.connect()
  try {
    await signingOut.query('begin')
    await signingOut.query('delete from auth.login where user_id = $1', [client.accountId])
    const subscribing = client.api.push
      .subscribe({ ...made, hostKey, isRenewal: true })
      .catch((error: unknown) => error)
    await expect.poll(() => waitingLocks(app)).toBe(1)
    await signingOut.query('commit')
    expect(await subscribing).toMatchObject({ code: 'NO_LOGIN' })
  } finally {
    signingOut.release()
  }
  const { rows } = await app.privileged.definer.query('select from app.push_subscription where account_id = $1', [
    client.accountId,
  ])
  expect(rows).toEqual([])
})

test('a browser that two accounts use in turn gets the notifications of the later one', async () => {
  const { therapist, client } = await newConversation()
  const { endpoint, p256dh, auth } = await subscribe(client)
  const { key: hostKey } = await therapist.api.push.hostKey({})
  await therapist.api.push.subscribe({ endpoint, p256dh, auth, hostKey, isRenewal: false })
  expect((await client.api.push.browsers({})).items).toEqual([])
  expect((await therapist.api.push.browsers({})).items).toHaveLength(1)
})

test('a removed browser gets push again only when it is switched on there', async () => {
  const { client } = await newConversation()
  const { id, ...made } = await subscribe(client)
  const { key: hostKey } = await client.api.push.hostKey({})
  const subscription = { ...made, hostKey }
  await client.api.push.subscribe({ ...subscription, isRenewal: true })
  await client.api.push.remove({ id })
  expect((await client.api.push.browsers({})).items).toEqual([])
  await expect(client.api.push.subscribe({ ...subscription, isRenewal: true })).rejects.toMatchObject({
    code: 'REMOVED',
  })
  await client.api.push.subscribe({ ...subscription, isRenewal: false })
  expect((await client.api.push.browsers({})).items).toMatchObject([{ id, isCurrent: true }])
})

test('a subscription for another key or at an unknown push service is refused', async () => {
  const { client } = await newConversation()
  const { key } = await client.api.push.hostKey({})
  const made = { ...(await service.subscribe(key)), isRenewal: false }
  const old = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  await expect(client.api.push.subscribe({ ...made, hostKey: old })).rejects.toMatchObject({ code: 'OLD_HOST_KEY' })
  for (const endpoint of ['https://push.example/1', 'https://evillocalhost/1', 'http://127.0.0.1/notify'])
    await expect(client.api.push.subscribe({ ...made, endpoint, hostKey: key })).rejects.toMatchObject({
      code: 'PUSH_SERVICE_UNKNOWN',
    })
})

test.each([
  ['over http', `http://${permittedService}/1`],
  ['over http at the port of https', `http://${permittedService}:443/1`],
  ['at another port', `https://${permittedService}:8443/1`],
  ['with a user', `https://user@${permittedService}/1`],
  ['with a password', `https://:secret@${permittedService}/1`],
  ['in a blob URL', `blob:https://${permittedService}/1`],
  ['in a URL without a host', 'data:text/plain,1'],
  ['at an address that only begins like the host', `https://${permittedService}.example/1`],
  ['at an IPv6 address', 'https://[::1]/1'],
  ['at the host with a Cyrillic letter', `https://${permittedService.replace('o', 'о')}/1`],
  ['at the host with a final dot', `https://${permittedService}./1`],
])(
  'a subscription %s at a permitted push service is refused, and one from before is not sent to @slow',
  async (_, endpoint) => {
    const { client } = await newConversation()
    const { key } = await client.api.push.hostKey({})
    const { p256dh, auth } = await service.subscribe(key)
    const made = { p256dh, auth, hostKey: key, isRenewal: false }
    await expect(client.api.push.subscribe({ ...made, endpoint })).rejects.toMatchObject({
      code: 'PUSH_SERVICE_UNKNOWN',
    })
    await client.api.push.subscribe({ ...made, endpoint: `https://${permittedService}:443/${randomUUID()}` })
    const at = app.clock.now()
    const { id } = await app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
      tx.kysely
        .insertInto('push_subscription')
        .values({
          account_id: client.accountId,
          endpoint,
          p256dh,
          auth,
          host_key: key,
          name: '',
          created_at: at,
          last_seen_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const request = vi.fn(app.outbound.request)
    const data = { accountId: client.accountId, subscriptionId: id, notificationId: null }
    await pushJobs['push-send'].run({ ...app, outbound: { ...app.outbound, request } }, data, {
      retryCount: 0,
      last: false,
    })
    expect(request).not.toHaveBeenCalled()
  },
)

test('a test reaches the browser that the person chose, also during a pause', async () => {
  const { client } = await newConversation()
  const browser = await subscribe(client)
  await client.api.account.pauseNotifications({ isPaused: true })
  await client.api.push.test({ id: browser.id })
  await runDueJobs(client)
  expect(typesOf(browser)).toEqual(['test'])
})

test('a push service that resolves to this machine is not called', async () => {
  const { client } = await newConversation()
  const browser = await subscribe(client)
  const before = service.requests.length
  const data = { accountId: client.accountId, subscriptionId: browser.id, notificationId: null }
  const strict = { ...app, outbound: openOutbound() }
  await expect(pushJobs['push-send'].run(strict, data, { retryCount: 0, last: false })).rejects.toThrow(
    'not over https',
  )
  expect(service.requests.length).toBe(before)
})
