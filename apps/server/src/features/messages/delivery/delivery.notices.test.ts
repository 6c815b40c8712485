import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { createTestConversation, sendDueMails, sendText, type TestConversation } from '../message/message.testing.ts'
import { receiveText } from '../text-message/text-message.incoming.ts'
import {
  clientNumber,
  consentToTexts,
  failuresOf,
  openTextsDouble,
  ourNumber,
  runDeliveryJob,
  sendWaiting,
  waitingDeliveries,
} from './delivery.testing.ts'

const minute = 60_000
const texts = openTextsDouble()
let pair: TestConversation
let pairs = 0
const app = await startSharedApp({ worker: false, texts })
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
  await pair.client.api.account.saveNotificationSettings({ quiet: null, mail: {} })
  texts.reset()
})

const number = () => `${clientNumber}${pairs}`
const consent = (purposes = ['notice'], channel: 'sms' | 'whatsapp' = 'sms') =>
  consentToTexts(app, pair.therapist, pair.id, { channel, purposes, number: number() })
const write = (text = 'Canary words') => sendText(pair.therapist, pair.id, text)
const writeByText = (text: string) =>
  pair.therapist.api.message.send({ id: randomUUID(), conversationId: pair.id, text, channel: 'sms' })
/** Advances the clock and sends the texts that are due then. */
async function wait(minutes: number): Promise<void> {
  app.clock.advance(minutes * minute + 1000)
  await sendWaiting(app, pair.therapist)
}
const failures = () => failuresOf(app, pair.id)
const sendStop = () =>
  receiveText(app, { providerId: randomUUID(), channel: 'sms', from: number(), to: ourNumber, body: 'STOP', media: [] })
const notice = () => ({
  channel: 'sms',
  to: number(),
  body: expect.stringMatching(/^Attune: you have a new message\./),
})

test('a message in the app that is unread for 10 minutes sends one text until the conversation is read @slow', async () => {
  await consent()
  await write()
  await wait(9)
  expect(texts.sent).toEqual([])
  await write('More canary words')
  await wait(1)
  expect(texts.sent.map(({ body }) => body)).toEqual([
    `Attune: you have a new message. ${app.site.origin()} Reply STOP to end.`,
  ])
  const { seq } = await write('And more')
  await wait(20)
  expect(texts.sent).toHaveLength(1)
  await pair.client.api.message.markRead({ id: pair.id, upTo: seq })
  await write('After reading')
  await wait(11)
  expect(texts.sent).toMatchObject([notice(), notice()])
})

test('without consent to notices nobody gets a text', async () => {
  await consent(['reminder', 'content'])
  await write()
  await consent()
  await sendText(pair.client, pair.id, 'Hello')
  expect(await failures()).toEqual([])
})

test.each([
  ['read', 'recalled'],
  ['deleted', 'recalled'],
  ['switched off', 'recalled'],
  ['no longer allowed', 'no-consent'],
  ['ended by STOP', 'stopped'],
])('no text leaves if it was %s within 10 minutes @slow', async (change, failure) => {
  await consent()
  const { id, seq } = await write()
  const { client, therapist } = pair
  if (change === 'read') await client.api.message.markRead({ id: pair.id, upTo: seq })
  if (change === 'deleted') await therapist.api.message.delete({ id })
  if (change === 'switched off')
    await client.api.account.saveNotificationSettings({ quiet: null, mail: {}, text: { 'message-received': false } })
  if (change === 'no longer allowed')
    await client.api.consent.withdraw({ id: pair.id, command: randomUUID(), channel: 'sms', purposes: ['notice'] })
  if (change === 'ended by STOP') await sendStop()
  await wait(11)
  expect(texts.sent).toEqual([])
  expect(await failures()).toEqual([failure])
})

test('after the first message was deleted, one text leaves for the others, however often the jobs run', async () => {
  await consent()
  const first = await write('First')
  await pair.therapist.api.message.delete({ id: first.id })
  await write('Second')
  app.clock.advance(11 * minute)
  const queued = await waitingDeliveries(app, pair.therapist)
  expect(queued).toHaveLength(2)
  await Promise.all([...queued, ...queued].map((id) => runDeliveryJob(app, pair.therapist, id)))
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([notice()])
})

test('a text whose request got no answer is not sent again', async () => {
  await consent()
  texts.outcome = () => ({ state: 'uncertain' })
  const { id } = await write()
  await wait(11)
  await pair.therapist.api.message.delete({ id })
  await write('Second')
  await wait(11)
  expect(texts.sent).toHaveLength(1)
})

test('the text waits for the end of quiet hours and of a pause', async () => {
  await consent()
  const { api } = pair.client
  await api.account.saveNotificationSettings({ quiet: { from: '00:00', to: '23:59' }, mail: {} })
  await write()
  await wait(11)
  expect(texts.sent).toEqual([])
  await api.account.saveNotificationSettings({ quiet: null, mail: {} })
  await api.account.pauseNotifications({ isPaused: true })
  await wait(25 * 60)
  expect(texts.sent).toMatchObject([notice()])
})

test('a pause holds the text for at most 15 minutes at a time, and until it is ended', async () => {
  await consent()
  await pair.client.api.account.pauseNotifications({ isPaused: true })
  await write()
  await wait(11)
  await wait(16)
  expect(texts.sent).toEqual([])
  await pair.client.api.account.pauseNotifications({ isPaused: false })
  await wait(16)
  expect(texts.sent).toMatchObject([notice()])
})

test('a message that was sent by text causes neither notice nor email', async () => {
  await consent(['notice', 'content'])
  await writeByText('By text')
  await wait(11)
  expect(texts.sent.map(({ body }) => body)).toEqual([expect.stringContaining('By text')])
  expect(await sendDueMails(app, pair.client)).toBe(0)
  await write()
  await wait(11)
  expect(texts.sent.slice(1)).toMatchObject([notice()])
  expect(await sendDueMails(app, pair.client)).toBe(1)
})

test('a message in the app that was deleted causes no notice because a message by text is unread @slow', async () => {
  await consent(['notice', 'content'])
  const { id } = await write()
  await pair.therapist.api.message.delete({ id })
  await writeByText('By text')
  await wait(11)
  expect(texts.sent.map(({ body }) => body)).toEqual([expect.stringContaining('By text')])
})

test('a message after one that was read has its own ten minutes', async () => {
  await consent()
  const { seq } = await write()
  app.clock.advance(5 * minute)
  await pair.client.api.message.markRead({ id: pair.id, upTo: seq })
  await write()
  await wait(6)
  expect(texts.sent).toEqual([])
  await wait(5)
  expect(texts.sent).toMatchObject([notice()])
})

test('after a message that left as a notice, an unread message in the app causes no second one', async () => {
  await consent()
  await writeByText('As a notice')
  await write()
  await wait(11)
  expect(texts.sent).toMatchObject([notice()])
})

test('a notice leaves by SMS where both are allowed, and by WhatsApp only within its window', async () => {
  await consent(['notice'], 'whatsapp')
  const { seq } = await write()
  await wait(11)
  expect([texts.sent, await failures()]).toEqual([[], ['window-closed']])
  await pair.client.api.message.markRead({ id: pair.id, upTo: seq })
  await app.db.asActor({ role: 'worker', id: pair.therapist.accountId }, (tx) =>
    tx.run(`select def.insert_received_text($1, $2, 'whatsapp', 'Hello.', '{}', $3, $3)`, [
      randomUUID(),
      pair.id,
      app.clock.now(),
    ]),
  )
  const second = await write()
  await wait(11)
  expect(texts.sent).toMatchObject([{ ...notice(), channel: 'whatsapp' }])
  await pair.client.api.message.markRead({ id: pair.id, upTo: second.seq })
  await consent()
  await write()
  await wait(11)
  expect(texts.sent.slice(1)).toMatchObject([notice()])
})
