import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import { openTwilioDouble, practiceNumbers, setUpTexts, textsTo } from '../../../testing/doubles/twilio.ts'
import { consentToTexts, sendWaiting } from '../delivery/delivery.testing.ts'
import { createTestConversation, type TestConversation } from '../message/message.testing.ts'

let pair: TestConversation
let pairs = 0
afterAll(() => double.close())
const double = await openTwilioDouble()
const app = await startSharedApp({ worker: false, ...textsTo(double) })
await setUpTexts(await app.person('admin'), double, { channels: ['sms'], content: true })
beforeEach(async () => {
  pair = await createTestConversation(app, ++pairs)
})

const number = () => `+49151${3_000_000 + pairs}0`
const day = 24 * 3_600_000
const consent = () => consentToTexts(app, pair.therapist, pair.id, { purposes: ['content'], number: number() })
const write = (text: string) =>
  pair.therapist.api.message.send({ id: randomUUID(), conversationId: pair.id, text, channel: 'sms' })
const receive = (body: string, sid: string = randomUUID()) =>
  double.deliver(app.address, { MessageSid: sid, From: number(), To: practiceNumbers.sms, Body: body })
const isAllowed = async () =>
  (await app.privileged.definer.query('select def.text_consents_in_force($1)', [pair.id])).rowCount !== 0
/** The messages as the client sees them; the client's login lasts longer than a day. */
const messages = async () => (await pair.client.api.message.messages({ id: pair.id })).items

test('STOP is answered after its commit, within a second, and then nothing leaves', async () => {
  await consent()
  const waiting = await write('One.')
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run('select def.lock_number($1)', [number()])
    locked.resolve()
    await release.promise
  })
  await locked.promise
  let isAnswered = false
  let started = 0
  const answer = receive('Stop.').finally(() => (isAnswered = true))
  try {
    await expect.poll(() => waitingLocks(app)).toBe(1)
    expect([isAnswered, await isAllowed()]).toEqual([false, true])
  } finally {
    started = performance.now()
    release.resolve()
  }
  expect((await answer).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(await isAllowed()).toBe(false)
  await holder
  const requests = double.requests.length
  await sendWaiting(app, pair.therapist)
  expect(double.requests).toHaveLength(requests)
  expect(await messages()).toMatchObject([{ id: waiting.id, delivery: { failed: 'stopped' } }])
})

test('a STOP, a text and a report from yesterday that are repeated change nothing @slow', async () => {
  await consent()
  await write('One.')
  await sendWaiting(app, pair.therapist)
  const { deliveryId, providerId } = double.requests.at(-1) ?? { deliveryId: null, providerId: '' }
  const report = (status: string) =>
    double.report(app.address, deliveryId ?? '', { MessageSid: providerId, MessageStatus: status })
  const [stop, text] = [randomUUID(), randomUUID()]
  const repeated = [() => report('sent'), () => receive('Thank you.', text), () => receive('STOP', stop)]
  for (const call of [() => report('delivered'), ...repeated]) expect((await call()).status).toBe(200)
  expect(await isAllowed()).toBe(false)
  app.clock.advance(day)
  await consent()
  const before = await messages()
  expect(before).toMatchObject([{ status: 'delivered' }, { by: 'client', text: 'Thank you.' }])
  for (const call of repeated) expect((await call()).status).toBe(200)
  expect(await messages()).toEqual(before)
  expect(await isAllowed()).toBe(true)
})

test('a text that arrives while the connection ends, and after it, is kept once in the conversation @slow', async () => {
  await consent()
  await write('One.')
  await sendWaiting(app, pair.therapist)
  await write('Waiting.')
  const ends = pair.client.api.connection.disconnect({ clientId: pair.id, command: randomUUID() })
  const answers = await Promise.all([receive('During.'), receive('stop'), ends])
  expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
  expect((await receive('Afterwards.')).status).toBe(200)
  const requests = double.requests.length
  await sendWaiting(app, pair.therapist)
  expect(double.requests).toHaveLength(requests)
  const texts = (await messages()).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(['Afterwards.', 'During.', 'One.', 'Waiting.'])
  expect(await isAllowed()).toBe(false)
})

test.each(['client', 'therapist'] as const)(
  'texts and STOP from a number are accepted while the account of the %s is erased, and after it @slow',
  async (side) => {
    await consent()
    await write('One.')
    await sendWaiting(app, pair.therapist)
    await write('Waiting.')
    const erased = app.privileged.definer.query('select def.erase_account($1)', [pair[side].accountId])
    const answers = await Promise.all([receive('During.'), receive('stop'), erased])
    expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
    expect((await receive('Afterwards.')).status).toBe(200)
    const requests = double.requests.length
    await sendWaiting(app, pair.therapist)
    expect(double.requests).toHaveLength(requests)
    expect(await isAllowed()).toBe(false)
  },
)
