import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import {
  createTestConversation,
  listedConversation,
  sendText,
  type TestConversation,
} from '../message/message.testing.ts'
import { deliveryCleanups } from './delivery.jobs.ts'
import { settleReport } from './delivery.settle.ts'
import {
  clientNumber,
  consentToTexts,
  openTextsDouble,
  ourNumber,
  runDeliveryJob,
  sendWaiting,
  waitingDeliveries,
} from './delivery.testing.ts'

const texts = openTextsDouble()
let pair: TestConversation
let pairs = 0
const app = await startSharedApp({ worker: false, texts })
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
  texts.reset()
})

const number = () => `${clientNumber}${pairs}`
const consent = (...purposes: string[]) => consentToTexts(app, pair.therapist, pair.id, { purposes, number: number() })
const write = (text: string, id: string = randomUUID()) =>
  pair.therapist.api.message.send({ id, conversationId: pair.id, text, channel: 'sms' })
const messageOf = async (id: string, person: Person = pair.therapist) => {
  const { items } = await person.api.message.messages({ id: pair.id })
  const found = items.find((item) => item.id === id)
  if (!found) throw new Error('the message is not in the conversation')
  return found
}
const listed = () => listedConversation(pair.therapist, pair.id)
const report = async (status: 'sent' | 'delivered' | 'read' | 'failed', more: object = {}) => {
  const { deliveryId } = texts.sent.at(-1) ?? {}
  return settleReport(app, deliveryId ?? '', { providerId: 'SM1', status, ...more })
}
const storedBodies = async () => {
  const { rows } = await app.db.asActor({ role: 'worker', id: pair.therapist.accountId }, (tx) =>
    tx.run<{ body: string | null }>('select body from app.delivery order by created_at'),
  )
  return rows.map(({ body }) => body)
}

test('a message is sending until the provider has accepted it, and its text is then cleared from the queue [1.08] [4.05] @slow', async () => {
  await consent('content')
  const { id, status, delivery } = await write('See you at three.')
  expect({ status, delivery }).toMatchObject({ status: 'sending', delivery: { isWaiting: true } })
  expect(await storedBodies()).toEqual(['See you at three.'])
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([
    { channel: 'sms', from: ourNumber, to: number(), body: 'Attune: See you at three. Reply STOP to end.' },
  ])
  expect(await storedBodies()).toEqual([null])
  expect(await messageOf(id)).toMatchObject({ status: 'sent', channel: 'sms', readAt: null, delivery: { segments: 1 } })
})

test('a message waits for the end of the client’s quiet hours, says until when, and can be changed meanwhile @slow', async () => {
  await consent('content')
  const { api } = pair.client
  await api.account.saveNotificationSettings({ quiet: { from: '00:00', to: '23:59' }, mail: {} })
  const { id } = await write('See you at three.')
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toEqual([])
  const { status, delivery } = await messageOf(id)
  expect({ status, delivery }).toMatchObject({ status: 'sending', delivery: { isWaiting: true, failed: null } })
  expect(Date.parse(delivery?.waitsUntil ?? '')).toBeGreaterThan(app.clock.now().getTime())
  await pair.therapist.api.message.edit({ id, text: 'See you at four.' })
  await api.account.saveNotificationSettings({ quiet: null, mail: {} })
  app.clock.advance(24 * 3_600_000)
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([{ body: 'Attune: See you at four. Reply STOP to end.' }])
})

test('only the first text to a number says who writes and how to end texts', async () => {
  await consent('content')
  await write('One.')
  await write('Two.')
  const [first = '', second = ''] = await waitingDeliveries(app, pair.therapist)
  await Promise.all([second, first, second, first].map((id) => runDeliveryJob(app, pair.therapist, id)))
  await sendWaiting(app, pair.therapist)
  expect(texts.sent.map(({ body }) => body)).toEqual(['Attune: One. Reply STOP to end.', 'Two.'])
})

test('without consent to content, and with more than 480 characters, a message leaves as a notice', async () => {
  await consent('notice')
  await write('Something private.')
  await consent('content')
  await write('x'.repeat(481))
  await sendWaiting(app, pair.therapist)
  const notice = `Attune: you have a new message. ${app.site.origin()} Reply STOP to end.`
  expect(texts.sent.map(({ body }) => body)).toEqual([notice, notice])
  expect(await storedBodies()).toEqual([null, null])
})

test('without a consent nothing is stored, and a consent that ended meanwhile lets nothing leave', async () => {
  await expect(write('Hello.')).rejects.toMatchObject({ code: 'TEXT_REFUSED', data: { reason: 'no-consent' } })
  await consent('content')
  const { id } = await write('Hello.')
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.run('select def.withdraw_text_consent($1, null, null, $2, $3)', [pair.id, randomUUID(), app.clock.now()]),
  )
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toEqual([])
  expect(await messageOf(id)).toMatchObject({ delivery: { failed: 'no-consent' }, may: { retry: false } })
})

test('a WhatsApp message leaves within the window that a message of the client opens', async () => {
  const channel = 'whatsapp'
  await consentToTexts(app, pair.therapist, pair.id, { channel, purposes: ['content'], number: number() })
  await app.db.asActor({ role: 'worker', id: pair.therapist.accountId }, (tx) =>
    tx.run(`select def.insert_received_text($1, $2, 'whatsapp', 'Hello.', '{}', $3, $3)`, [
      randomUUID(),
      pair.id,
      app.clock.now(),
    ]),
  )
  await pair.therapist.api.message.send({ id: randomUUID(), conversationId: pair.id, text: 'Hello.', channel })
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toMatchObject([{ channel, to: number(), body: expect.stringContaining('Hello.') }])
})

test('a client cannot send a text message, and a channel that is off takes none', async () => {
  await consent('content')
  const sent = { id: randomUUID(), conversationId: pair.id, text: 'Hello.', channel: 'sms' } as const
  await expect(pair.client.api.message.send(sent)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  texts.change({ on: [] })
  await expect(write('Hello.')).rejects.toMatchObject({ data: { reason: 'channel-off' } })
  texts.change({ on: ['sms', 'whatsapp'] })
})

test('a request without an answer is uncertain, is never sent again, and is settled by the report of the provider', async () => {
  await consent('content')
  texts.outcome = () => ({ state: 'uncertain' })
  const { id } = await write('Hello.')
  await sendWaiting(app, pair.therapist)
  expect(await messageOf(id)).toMatchObject({
    status: 'sending',
    delivery: { isUncertain: true },
    may: { retry: false, edit: false, delete: false },
  })
  await expect(pair.therapist.api.message.retry({ id })).rejects.toMatchObject({ code: 'NOT_RETRYABLE' })
  for (const cleanup of deliveryCleanups) await cleanup(app)
  expect(texts.sent).toHaveLength(1)
  expect(await storedBodies()).toEqual([null])
  expect(await report('delivered')).toBe(true)
  expect(await messageOf(id)).toMatchObject({ status: 'delivered', delivery: { isUncertain: false } })
})

test('a server that is killed between claim and answer leaves the delivery uncertain', async () => {
  await consent('content')
  const { id } = await write('Hello.')
  texts.outcome = () => new Promise<never>(() => {})
  const [delivery = ''] = await waitingDeliveries(app, pair.therapist)
  void runDeliveryJob(app, pair.therapist, delivery)
  await expect.poll(() => texts.sent.length).toBe(1)
  app.clock.advance(180_000)
  for (const cleanup of deliveryCleanups) await cleanup(app)
  expect(await messageOf(id)).toMatchObject({ delivery: { isUncertain: true } })
  await runDeliveryJob(app, pair.therapist, delivery)
  expect(texts.sent).toHaveLength(1)
})

test('two servers that claim one delivery make one call', async () => {
  await consent('content')
  await write('Hello.')
  const [delivery = ''] = await waitingDeliveries(app, pair.therapist)
  await Promise.all(Array.from({ length: 4 }, () => runDeliveryJob(app, pair.therapist, delivery)))
  expect(texts.sent).toHaveLength(1)
})

test('a text that the provider refuses because of a limit waits as told and then leaves', async () => {
  await consent('content')
  texts.outcome = () => ({ state: 'refused', reason: 'limited', retryAfterSeconds: 30 })
  const { id } = await write('Hello.')
  await sendWaiting(app, pair.therapist)
  expect(await messageOf(id)).toMatchObject({ status: 'sending', delivery: { isWaiting: true, failed: null } })
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toHaveLength(1)
  texts.outcome = () => ({ state: 'accepted', providerId: 'SM1', segments: 1 })
  app.clock.advance(31_000)
  await sendWaiting(app, pair.therapist)
  expect(await messageOf(id)).toMatchObject({ status: 'sent' })
})

test('a failed message shows its reason and can be sent again unless the provider blocks the number @slow', async () => {
  await consent('content')
  texts.outcome = () => ({ state: 'refused', reason: 'not-reachable' })
  const { id } = await write('Hello.')
  await sendWaiting(app, pair.therapist)
  expect(await messageOf(id)).toMatchObject({ delivery: { failed: 'not-reachable' }, may: { retry: true } })
  expect(await listed()).toMatchObject({ hasFailed: true, latest: { channel: 'sms' } })
  await sendText(pair.client, pair.id, 'Did you write?')
  expect(await listed()).toMatchObject({ hasFailed: true, latest: { channel: 'app', text: 'Did you write?' } })
  expect(await listedConversation(pair.client, pair.id)).toMatchObject({ hasFailed: false })
  texts.outcome = () => ({ state: 'refused', reason: 'stopped' })
  await pair.therapist.api.message.retry({ id })
  await sendWaiting(app, pair.therapist)
  expect(await messageOf(id)).toMatchObject({ delivery: { failed: 'stopped' }, may: { retry: false } })
  app.clock.advance(1_000)
  await sendText(pair.therapist, pair.id, 'Please write in the app.')
  expect(await listed()).toMatchObject({ hasFailed: false })
  await expect(write('Again.')).rejects.toMatchObject({ data: { reason: 'no-consent' } })
})

test('a message can be edited and recalled only while it waits', async () => {
  await consent('content')
  const edited = await write('Helo.')
  await pair.therapist.api.message.edit({ id: edited.id, text: 'Hello.' })
  const recalled = await write('Forget this.')
  await pair.therapist.api.message.delete({ id: recalled.id })
  await sendWaiting(app, pair.therapist)
  expect(texts.sent.map(({ body }) => body)).toEqual(['Attune: Hello. Reply STOP to end.'])
  const left = { code: 'NOT_CHANGEABLE', data: { reason: 'left' } }
  await expect(pair.therapist.api.message.edit({ id: edited.id, text: 'Hi.' })).rejects.toMatchObject(left)
  await expect(pair.therapist.api.message.delete({ id: edited.id })).rejects.toMatchObject(left)
})

test('reports that are repeated, late or reordered leave one state, and an SMS is never read', async () => {
  await consent('content')
  texts.outcome = () => ({ state: 'accepted', providerId: 'SM1', segments: 1 })
  const { id } = await write('Hello.')
  await sendWaiting(app, pair.therapist)
  for (const status of ['delivered', 'failed', 'sent', 'read', 'delivered'] as const) await report(status)
  expect(await messageOf(id)).toMatchObject({ status: 'delivered', readAt: null, delivery: { failed: null } })
  expect(await settleReport(app, randomUUID(), { providerId: 'SM1', status: 'sent' })).toBe(false)
  await report('failed', { providerId: 'SM-other' })
  expect(await messageOf(id)).toMatchObject({ delivery: { failed: null } })
})
