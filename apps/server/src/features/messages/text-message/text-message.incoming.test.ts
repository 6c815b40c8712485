import { utcDay } from '@attune/contract/common/time/time.testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { consentToTexts, openTextsDouble, ourNumber, sendWaiting } from '../delivery/delivery.testing.ts'
import { createTestConversation, unreadOf, type TestConversation } from '../message/message.testing.ts'
import { receiveText } from './text-message.incoming.ts'
import { listOwnTextTotals } from './text-message.totals.ts'

const texts = openTextsDouble()
let pair: TestConversation
let pairs = 0
const app = await startSharedApp({ worker: false, texts })
beforeEach(async () => {
  pairs += 2
  pair = await createTestConversation(app, pairs)
  texts.reset()
})

const number = () => `+49151${1_000_000 + pairs}`
const receive = (body: string, more: object = {}) =>
  receiveText(app, {
    providerId: randomUUID(),
    channel: 'sms',
    from: number(),
    to: ourNumber,
    body,
    media: [],
    ...more,
  })
const consent = (purposes: string[] = ['content']) =>
  consentToTexts(app, pair.therapist, pair.id, { purposes, number: number() })
async function writeFirst() {
  await consent()
  const conversationId = pair.id
  const written = { id: randomUUID(), conversationId, text: 'How are you?', channel: 'sms' } as const
  await pair.therapist.api.message.send(written)
  await sendWaiting(app, pair.therapist)
}
const messages = async () => (await pair.therapist.api.message.messages({ id: pair.id })).items
const unassigned = async () => (await pair.therapist.api.textMessage.unassigned({})).items

test('an answer arrives once in the conversation that last wrote to the number, is unread there, and notifies the therapist [1.08] @slow', async () => {
  await writeFirst()
  const providerId = randomUUID()
  await Promise.all([1, 2, 3].map(() => receive('Much better.', { providerId })))
  expect(await messages()).toMatchObject([
    { by: 'therapist', channel: 'sms' },
    { by: 'client', channel: 'sms', text: 'Much better.', senderId: null, delivery: null },
  ])
  expect(await unreadOf(pair.therapist, pair.id)).toBe(1)
  const { items } = await pair.therapist.api.notification.list({ unreadOnly: true })
  expect(items.filter(({ relatedId }) => relatedId === pair.id)).toHaveLength(1)
  const { preselected } = await pair.therapist.api.textMessage.options({ id: pair.id })
  expect(preselected).toBe('sms')
})

test('a text to another number of ours does not reach the conversation that wrote from this one @slow', async () => {
  await writeFirst()
  await receive('Hello?', { to: '+4930901821' })
  expect(await messages()).toHaveLength(1)
  expect(await unassigned()).toMatchObject([{ text: 'Hello?' }])
})

test('a text from a number that two clients of a therapist share waits in Unassigned until the therapist moves it @slow', async () => {
  await consent()
  const sibling = await connectClient(app, pair.therapist, await app.person('client', pairs + 1))
  await consentToTexts(app, pair.therapist, sibling, { purposes: ['content'], number: number() })
  await receive('It is me.')
  const [text] = await unassigned()
  expect(text).toMatchObject({ text: 'It is me.', number: number(), channel: 'sms' })
  expect(text?.candidates.map(({ id }) => id).toSorted()).toEqual([pair.id, sibling].toSorted())
  const stranger = await app.person('therapist', pairs + 1)
  const assign = { id: text?.id ?? '', conversationId: pair.id }
  await expect(stranger.api.textMessage.assign(assign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await pair.therapist.api.textMessage.assign(assign)
  expect(await messages()).toMatchObject([{ by: 'client', text: 'It is me.', createdAt: text?.receivedAt }])
  expect(await unassigned()).toEqual([])
  await expect(pair.therapist.api.textMessage.assign(assign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an unassigned text can be discarded by its therapist alone', async () => {
  await consent()
  await receive('Hello.')
  const id = (await unassigned())[0]?.id ?? ''
  const stranger = await app.person('therapist', pairs + 1)
  await expect(stranger.api.textMessage.discard({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await pair.therapist.api.textMessage.discard({ id })
  expect(await unassigned()).toEqual([])
})

test('a text from a number of clients of two therapists is kept for neither of them', async () => {
  await consent()
  const other = await createTestConversation(app, pairs + 1)
  await consentToTexts(app, other.therapist, other.id, { purposes: ['content'], number: number() })
  await receive('A secret.', { media: [{ address: 'https://provider.example/picture', mediaType: 'image/jpeg' }] })
  const [own] = await unassigned()
  const { items } = await other.therapist.api.textMessage.unassigned({})
  const unkept = { text: null, mediaCount: 1, media: [] }
  expect([own, items[0]]).toMatchObject([unkept, unkept])
  const { rows } = await app.privileged.definer.query('select text from app.unassigned_text where text is not null')
  expect(JSON.stringify(rows)).not.toContain('secret')
  const assign = { id: own?.id ?? '', conversationId: pair.id }
  await expect(pair.therapist.api.textMessage.assign(assign)).rejects.toMatchObject({ code: 'NOT_KEPT' })
  expect(await unassigned()).toHaveLength(1)
})

test('of a text from an unknown number only the time is kept, and no text is ever answered', async () => {
  const admin = await app.person('admin')
  const before = (await admin.api.textMessage.practiceTotals({})).unknown.count
  await receive('Who is this?', { from: '+491519999999' })
  const { unknown } = await admin.api.textMessage.practiceTotals({})
  expect(unknown.count).toBe(before + 1)
  expect(texts.sent).toEqual([])
})

test('STOP ends every text to the number, whatever follows it', async () => {
  await writeFirst()
  const { id } = await pair.therapist.api.message.send({
    id: randomUUID(),
    conversationId: pair.id,
    text: 'One more thing.',
    channel: 'sms',
  })
  await receive(' Stop. ')
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toHaveLength(1)
  expect((await messages()).find((message) => message.id === id)).toMatchObject({ delivery: { failed: 'stopped' } })
  await receive('START')
  const { channels } = await pair.therapist.api.textMessage.options({ id: pair.id })
  expect(channels).toEqual([])
  expect(await messages()).toHaveLength(2)
})

test('the totals count the texts that left, their segments and the texts that came, for the therapist and for the practice', async () => {
  const admin = await app.person('admin')
  const month = utcDay(app.clock.now()).slice(0, 7)
  const ofPractice = async () => {
    const { items } = await admin.api.textMessage.practiceTotals({})
    const item = items.find((one) => one.month === month && one.channel === 'sms')
    return { messages: item?.messages ?? 0, segments: item?.segments ?? 0, received: item?.received ?? 0 }
  }
  const before = await ofPractice()
  texts.outcome = () => ({ state: 'accepted', providerId: randomUUID(), segments: 3 })
  await writeFirst()
  texts.outcome = () => ({ state: 'refused', reason: 'not-reachable' })
  const refused = { id: randomUUID(), conversationId: pair.id, text: 'Are you there?', channel: 'sms' } as const
  await pair.therapist.api.message.send(refused)
  await sendWaiting(app, pair.therapist)
  await receive('Much better.')
  await receive('Hello?', { to: '+4930901821' })
  await receive('Who is this?', { from: '+491519999998' })
  const own = await pair.therapist.api.textMessage.totals({})
  expect(own).toEqual({
    items: [{ month, channel: 'sms', messages: 1, segments: 3, received: 2 }],
    channels: ['sms', 'whatsapp'],
  })
  const { messages: sent, segments, received } = before
  expect(await ofPractice()).toEqual({ messages: sent + 1, segments: segments + 3, received: received + 3 })
  const stranger = await app.person('therapist', pairs + 1)
  expect((await stranger.api.textMessage.totals({})).items).toEqual([])
  const later = new Date(app.clock.now().getTime() + 400 * 86_400_000)
  const therapist = { role: 'therapist', id: pair.therapist.accountId } as const
  expect(await app.db.asActor(therapist, (tx) => listOwnTextTotals(tx, later))).toEqual([])
})

test('an answer goes to the therapist whose text arrived, not to one whose text to this number was refused', async () => {
  await writeFirst()
  const other = await createTestConversation(app, pairs + 1)
  await consentToTexts(app, other.therapist, other.id, { purposes: ['content'], number: number() })
  app.clock.advance(1_000)
  texts.outcome = () => ({ state: 'refused', reason: 'not-reachable' })
  await other.therapist.api.message.send({ id: randomUUID(), conversationId: other.id, text: 'Hi.', channel: 'sms' })
  await sendWaiting(app, other.therapist)
  texts.reset()
  await receive('For my own therapist.')
  expect((await messages()).at(-1)).toMatchObject({ by: 'client', text: 'For my own therapist.' })
  expect((await other.therapist.api.message.messages({ id: other.id })).items).toHaveLength(1)
})

test('a text message does not get the out-of-office reply, which stays in the app', async () => {
  await writeFirst()
  const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
  const absence = { id: randomUUID(), startsAt: at(-1), endsAt: at(60), text: 'I am away.' }
  await pair.therapist.api.messageSettings.saveAbsence(absence)
  const sent = texts.sent.length
  await receive('Are you there?')
  await sendWaiting(app, pair.therapist)
  expect((await messages()).filter(({ isAutomatic }) => isAutomatic)).toEqual([])
  expect(texts.sent).toHaveLength(sent)
  await pair.client.api.message.send({ id: randomUUID(), conversationId: pair.id, text: 'In the app.' })
  expect((await messages()).filter(({ isAutomatic }) => isAutomatic)).toMatchObject([{ channel: 'app' }])
  await sendWaiting(app, pair.therapist)
  expect(texts.sent).toHaveLength(sent)
})
