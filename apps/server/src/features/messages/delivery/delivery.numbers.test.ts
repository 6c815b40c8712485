import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { createTestConversation, type TestConversation } from '../message/message.testing.ts'
import { settleReport, stopNumber } from './delivery.settle.ts'
import { consentToTexts, openTextsDouble, runDeliveryJob, sendWaiting, waitingDeliveries } from './delivery.testing.ts'

const texts = openTextsDouble()
let pair: TestConversation
let pairs = 0
const app = await startSharedApp({ worker: false, texts })
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
  texts.reset()
})

const number = (n = 0) => `+49151${2_000_000 + pairs * 10 + n}`
const consent = (to = number()) => consentToTexts(app, pair.therapist, pair.id, { purposes: ['content'], number: to })
const send = async (text: string) => {
  const message = { id: randomUUID(), conversationId: pair.id, text, channel: 'sms' } as const
  await pair.therapist.api.message.send(message)
  await sendWaiting(app, pair.therapist)
  return message.id
}
const bodies = () => texts.sent.map(({ body }) => body)
const report = (n: number, status: 'delivered' | 'failed', more: object = {}) =>
  settleReport(app, texts.sent[n]?.deliveryId ?? '', { providerId: `SM${n}`, status, ...more })
const stop = () => app.db.asActor({ role: 'worker', id: null }, (tx) => stopNumber(tx, number(), app.clock.now()))
const isAllowed = async () => (await pair.therapist.api.textMessage.options({ id: pair.id })).channels.length > 0

test('a late report about an earlier number does not count as the first text to the present one', async () => {
  texts.outcome = () => ({ state: 'uncertain' })
  await consent()
  await send('One.')
  await consent(number(1))
  await report(0, 'delivered')
  await send('Two.')
  expect(bodies()[1]).toBe('Attune: Two. Reply STOP to end.')
})

test('a late report about a text before STOP does not count as the first text since the new consent', async () => {
  texts.outcome = () => ({ state: 'uncertain' })
  await consent()
  await send('One.')
  app.clock.advance(60_000)
  await stop()
  await consent()
  await report(0, 'delivered')
  await send('Two.')
  expect(bodies()[1]).toBe('Attune: Two. Reply STOP to end.')
})

test('a repeated report of the provider’s block does not end a consent that was given since', async () => {
  texts.outcome = () => ({ state: 'accepted', providerId: 'SM0', segments: 1 })
  await consent()
  const id = await send('One.')
  await report(0, 'failed', { reason: 'stopped' })
  expect(await isAllowed()).toBe(false)
  app.clock.advance(60_000)
  await consent()
  await report(0, 'failed', { reason: 'stopped' })
  expect(await isAllowed()).toBe(true)
  const { items } = await pair.therapist.api.message.messages({ id: pair.id })
  expect(items.find((item) => item.id === id)).toMatchObject({ delivery: { failed: 'stopped' } })
})

test('a report about another message than the delivery’s does not end texts to the number', async () => {
  texts.outcome = () => ({ state: 'accepted', providerId: 'SM-other', segments: 1 })
  await consent()
  await send('One.')
  await report(0, 'failed', { reason: 'stopped' })
  expect(await isAllowed()).toBe(true)
})

test('a text that the provider limits while STOP arrives is given up, and does not leave after a new consent @slow', async () => {
  await consent()
  texts.outcome = async () => {
    await stop()
    return { state: 'refused', reason: 'limited', retryAfterSeconds: 30 }
  }
  const id = await send('One.')
  const { items } = await pair.therapist.api.message.messages({ id: pair.id })
  expect(items.find((item) => item.id === id)).toMatchObject({ delivery: { failed: 'no-consent', isWaiting: false } })
  texts.outcome = () => ({ state: 'accepted', providerId: 'SM1', segments: 1 })
  await consent()
  app.clock.advance(60_000)
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toHaveLength(1)
})

/** Queues a text and returns a function that sends it. `onClaim` runs after each committed claim and before the request to the provider. */
async function queueWatched(onClaim: () => Promise<void>) {
  const db = {
    ...app.db,
    async asActor<T, Acting extends AnyActor>(actor: Acting, work: (tx: Tx<Acting>) => Promise<T>) {
      const result = await app.db.asActor(actor, work)
      if ((result as { next?: string } | undefined)?.next === 'send') await onClaim()
      return result
    },
  }
  const message = { id: randomUUID(), conversationId: pair.id, text: 'One.', channel: 'sms' } as const
  await pair.therapist.api.message.send(message)
  return async () => {
    for (const id of await waitingDeliveries(app, pair.therapist))
      await runDeliveryJob({ ...app, db }, pair.therapist, id)
    return (await pair.therapist.api.message.messages({ id: pair.id })).items.at(-1)
  }
}

test('a STOP between the claim of a text and its request holds the text back', async () => {
  await consent()
  const sendNow = await queueWatched(stop)
  expect(await sendNow()).toMatchObject({ delivery: { failed: 'no-consent', isWaiting: false } })
  expect(texts.sent).toEqual([])
})

test('a text is not claimed after its consent was withdrawn', async () => {
  await consent()
  let claims = 0
  const sendNow = await queueWatched(async () => void claims++)
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, (tx) =>
    tx.run('select def.withdraw_text_consent($1, null, null, $2, $3)', [pair.id, randomUUID(), app.clock.now()]),
  )
  expect(await sendNow()).toMatchObject({ delivery: { failed: 'no-consent' } })
  expect(claims).toBe(0)
})

test('a text that waits for an earlier number does not leave for it after the client consents at another', async () => {
  await consent()
  const sendNow = await queueWatched(async () => {})
  await consent(number(1))
  expect(await sendNow()).toMatchObject({ delivery: { failed: 'no-consent' } })
  expect(texts.sent).toEqual([])
})

test('content that waits does not leave after the admin has switched content off', async () => {
  await consent()
  const sendNow = await queueWatched(async () => {})
  texts.change({ withContent: [] })
  expect(await sendNow()).toMatchObject({ delivery: { failed: 'no-consent' } })
  expect(texts.sent).toEqual([])
  texts.change({ withContent: ['sms', 'whatsapp'] })
})

test('a STOP during a request that the provider does not answer is committed within a second @slow', async () => {
  await consent()
  texts.outcome = () => new Promise<never>(() => {})
  const message = { id: randomUUID(), conversationId: pair.id, text: 'One.', channel: 'sms' } as const
  await pair.therapist.api.message.send(message)
  for (const id of await waitingDeliveries(app, pair.therapist)) void runDeliveryJob(app, pair.therapist, id)
  await expect.poll(() => texts.sent.length).toBe(1)
  const started = performance.now()
  await stop()
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(await isAllowed()).toBe(false)
})

test('a text that the provider limits for more than a day is given up', async () => {
  await consent()
  texts.outcome = () => ({ state: 'refused', reason: 'limited', retryAfterSeconds: 3_600 })
  const id = await send('One.')
  app.clock.advance(25 * 3_600_000)
  await sendWaiting(app, pair.therapist)
  // The therapist's login has expired in the meantime.
  const { items } = await pair.client.api.message.messages({ id: pair.id })
  expect(items.find((item) => item.id === id)).toMatchObject({ delivery: { failed: 'expired', isWaiting: false } })
})

test('a template does not count as the first text, because it cannot say how to end texts', async () => {
  const template = { id: `HX${'a'.repeat(32)}`, name: 'Reminder', language: 'en', text: '{{1}}: please write to us.' }
  texts.change({ templates: [template] })
  const channel = 'whatsapp'
  await consentToTexts(app, pair.therapist, pair.id, { channel, purposes: ['content'], number: number() })
  const write = (more: object) =>
    pair.therapist.api.message.send({ id: randomUUID(), conversationId: pair.id, text: 'One.', channel, ...more })
  await write({ template: template.id })
  await sendWaiting(app, pair.therapist)
  await app.db.asActor({ role: 'worker', id: pair.therapist.accountId }, (tx) =>
    tx.run(`select def.insert_received_text($1, $2, 'whatsapp', 'Hello.', '{}', $3, $3)`, [
      randomUUID(),
      pair.id,
      app.clock.now(),
    ]),
  )
  await write({})
  await sendWaiting(app, pair.therapist)
  expect(bodies()).toEqual(['Attune: please write to us.', 'Attune: One. Reply STOP to end.'])
})
