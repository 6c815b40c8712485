import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { clientNumber, consentToTexts, openTextsDouble, sendWaiting } from '../../delivery/delivery.testing.ts'
import { createTestConversation, sendText, type TestConversation } from '../message.testing.ts'

const texts = openTextsDouble()
const app = await startSharedApp({ worker: false, texts, idleMinutes: undefined })
let pairs = 0
let pair: TestConversation
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
  texts.reset()
})

const messagesOf = async ({ api }: Person, id = pair.id) => (await api.message.messages({ id, limit: 100 })).items
const statusesOf = async (person: Person, id = pair.id) => (await messagesOf(person, id)).map(({ status }) => status)
const acknowledge = (person: Person, ...ids: string[]) => person.api.message.acknowledge({ ids })
const arrivals = (id = pair.id) =>
  queryAsRole<{ by_role: string; seq: number }>(
    'backup',
    app.databaseUrl,
    `select by_role, seq from app.conversation_arrival where client_id = '${id}' order by by_role`,
  )

test('pages and push handlers that acknowledge messages of two conversations at once are all accepted [4.05] @slow', async () => {
  const { therapist, client, id } = pair
  const second = await app.person('client', 20)
  const other = await connectClient(app, therapist, second)
  const sent: string[] = []
  for (let n = 0; n < 8; n++) sent.push((await sendText(n % 2 ? client : second, n % 2 ? id : other, `${n}`)).id)
  const calls = [...sent, ...sent.toReversed()].map((one) => acknowledge(therapist, one))
  await Promise.all([...calls, acknowledge(therapist, ...sent), acknowledge(therapist, ...sent.toReversed())])
  for (const conversation of [id, other])
    expect(await arrivals(conversation)).toEqual([{ by_role: 'therapist', seq: 4 }])
  expect(await statusesOf(client)).toEqual(Array(4).fill('delivered'))
})

test('a message that was read stays read, at the same time, when acknowledgements come late or meanwhile [4.05] @slow', async () => {
  const { therapist, client, id } = pair
  const ids = []
  for (const text of ['One', 'Two', 'Three']) ids.push((await sendText(therapist, id, text)).id)
  await Promise.all([client.api.message.markRead({ id, upTo: 3 }), ...ids.map((one) => acknowledge(client, one))])
  const read = await messagesOf(therapist)
  expect(read.map(({ status }) => status)).toEqual(['read', 'read', 'read'])
  app.clock.advance(60_000)
  await acknowledge(client, ...ids)
  await client.api.message.markRead({ id, upTo: 3 })
  expect((await messagesOf(therapist)).map(({ status, readAt }) => [status, readAt])).toEqual(
    read.map(({ status, readAt }) => [status, readAt]),
  )
})

test('a message that its sender withdrew is not acknowledged by a page, and a late push delivers those before it [4.05] @slow', async () => {
  const { therapist, client, id } = pair
  const [kept, withdrawn] = [await sendText(therapist, id, 'Kept'), await sendText(therapist, id, 'Withdrawn')]
  await therapist.api.message.delete({ id: withdrawn.id })
  expect((await client.api.message.unreadCounts({})).items).toMatchObject([{ unread: 1, unacknowledgedId: kept.id }])
  await acknowledge(client, withdrawn.id)
  expect((await messagesOf(therapist)).map(({ status, isDeleted, text }) => [status, isDeleted, text])).toEqual([
    ['delivered', false, 'Kept'],
    ['delivered', true, ''],
  ])
  expect((await client.api.message.unreadCounts({})).items).toMatchObject([{ unread: 1, unacknowledgedId: null }])
})

test('an acknowledgement of a message in the app changes nothing about a text message before it, and the reverse [4.05] @slow', async () => {
  const { therapist, client, id } = pair
  await consentToTexts(app, therapist, id, { purposes: ['content'], number: `${clientNumber}${pairs}` })
  const write = (channel: 'sms' | 'app') =>
    therapist.api.message.send({ id: randomUUID(), conversationId: id, text: 'Hello', channel })
  await write('sms')
  await sendWaiting(app, therapist)
  const inApp = await write('app')
  await acknowledge(client, inApp.id)
  expect(await statusesOf(therapist)).toEqual(['sent', 'delivered'])
  await write('app')
  const { id: text } = await write('sms')
  await acknowledge(client, text)
  expect(await statusesOf(therapist)).toEqual(['sent', 'delivered', 'delivered', 'sending'])
})

test('an automatic reply is delivered when the client’s page acknowledges it [4.05]', async () => {
  const { therapist, client, id } = pair
  const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
  const absence = { id: randomUUID(), startsAt: inMinutes(-1), endsAt: inMinutes(1_440), text: 'Away' }
  await therapist.api.messageSettings.saveAbsence(absence)
  await sendText(client, id, 'Are you there?')
  const [counted] = (await client.api.message.unreadCounts({})).items
  await acknowledge(client, counted?.unacknowledgedId ?? '')
  expect(await statusesOf(therapist)).toEqual(['sent', 'delivered'])
})

test('a browser whose login was switched or ended acknowledges nothing for the account before [4.05]', async () => {
  const { therapist, client, id } = pair
  const { id: messageId } = await sendText(therapist, id, 'One')
  const browser = { ...client, ...(await app.secondBrowser(client, 1)) }
  const stranger = await app.person('client', 30 + pairs)
  const send = (headers: Record<string, string | null>) =>
    browser.send('message/acknowledge', { ids: [messageId] }, { 'x-attune-page': null, ...headers })
  // `page` names the previous account, like a page of that account. `worker` names no account, like a service worker.
  const page = await send({ cookie: stranger.cookies(), 'x-attune-account': client.accountId })
  const worker = await send({ cookie: stranger.cookies() })
  const cookie = browser.cookies()
  await browser.api.login.signOut({})
  const ended = await send({ cookie })
  const codes = await Promise.all(
    [page, worker, ended].map(async (one) => ((await one.json()) as { code: string }).code),
  )
  expect(codes).toEqual(['OTHER_ACCOUNT', 'NOT_FOUND', 'NO_LOGIN'])
  expect([await arrivals(), await statusesOf(therapist)]).toEqual([[], ['sent']])
  await acknowledge(client, messageId)
  expect(await statusesOf(therapist)).toEqual(['delivered'])
})

test('a push that is acknowledged does not count as use, so the screen locks at the same time [4.05]', async () => {
  const { therapist, client, id } = pair
  const ofWorker = { ...client, ...(await app.secondBrowser(client, 1)) }
  const idle = app.site.settings().idleMinutes.client
  const afterMinutes = async (minutes: number) => {
    app.clock.advance(minutes * 60_000)
    const { id: messageId } = await sendText(therapist, id, 'Hello')
    return (await ofWorker.send('message/acknowledge', { ids: [messageId] }, { 'x-attune-page': null })).status
  }
  expect([await afterMinutes(idle - 2), await afterMinutes(1), await afterMinutes(1)]).toEqual([200, 200, 401])
  expect(await statusesOf(therapist)).toEqual(['delivered', 'delivered', 'sent'])
})

test('a message that arrived before the connection ended is acknowledged after it, and by nobody else [4.05] @slow', async () => {
  const { therapist, client, id } = pair
  const { id: messageId } = await sendText(therapist, id, 'One')
  await therapist.api.connection.disconnect({ clientId: id, command: randomUUID() })
  const other = await app.person('client', 60 + pairs)
  await expect(acknowledge(other, messageId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await client.api.message.unreadCounts({})).items).toMatchObject([{ unacknowledgedId: messageId }])
  await acknowledge(client, messageId)
  expect(await statusesOf(therapist)).toEqual(['delivered'])
})

test('one call acknowledges at most 100 messages, and one with more acknowledges none [4.05]', async () => {
  const { therapist, client, id } = pair
  const { id: messageId } = await sendText(client, id, 'One')
  const ids = (count: number) => Array.from({ length: count }, () => messageId)
  expect((await therapist.send('message/acknowledge', { ids: ids(101) })).status).toBe(400)
  expect(await statusesOf(client)).toEqual(['sent'])
  await acknowledge(therapist, ...ids(100))
  expect(await statusesOf(client)).toEqual(['delivered'])
})
