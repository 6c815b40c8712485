import type { RelatedType } from '@attune/contract/features/messages/notification/notification'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { setTestAvatar } from '../../../testing/files/avatars.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { assignTask } from '../../care/task/task.testing.ts'
import { consentToTexts, openTextsDouble, ourNumber, sendWaiting } from '../delivery/delivery.testing.ts'
import { createTestConversation, sendText } from '../message/message.testing.ts'
import { receiveText } from '../text-message/text-message.incoming.ts'

const texts = openTextsDouble()
const app = await startSharedApp({ worker: false, texts })
let pairs = 0
const newPair = () => createTestConversation(app, ++pairs)
const personTypes = ['user', 'profile', 'profiles', 'message', 'messages', 'conversation', 'conversations'] as const
const newestOf = async ({ api }: Person) => (await api.notification.list({ limit: 1 })).items[0]

/** Makes the calls with which a page finds the picture for a related row, and returns the URL of the picture; null if there is none. */
async function pictureOf({ api }: Person, type: (typeof personTypes)[number], id: string): Promise<string | null> {
  const isMessage = type === 'message' || type === 'messages'
  const isConversation = type === 'conversation' || type === 'conversations'
  const person = isMessage
    ? (await api.message.sender({ id })).senderId
    : isConversation
      ? ((await api.message.latestFromOther({ id })).message?.senderId ?? null)
      : id
  return person && (await api.account.profileOf({ id: person })).avatarUrl
}

/** Returns the id of the row that a note of this type refers to and that leads to the person. */
const rowOf = (type: (typeof personTypes)[number], person: string, message: string, conversation: string) =>
  type.startsWith('message') ? message : type.startsWith('conversation') ? conversation : person

test.each(personTypes)(
  'the row of a note of type %s leads its reader to the picture of the person [3.03] @slow',
  async (type) => {
    const { therapist, client, id } = await newPair()
    const picture = await setTestAvatar(app, therapist)
    const message = await sendText(therapist, id, 'Hello')
    const relatedId = rowOf(type, therapist.accountId, message.id, id)
    await client.api.notification.insert({ id: randomUUID(), title: 'Look', message: '', relatedType: type, relatedId })
    const note = (await client.api.notification.list({})).items.find(({ relatedId: about }) => about === relatedId)
    expect(note?.relatedType).toBe(type)
    expect(await pictureOf(client, type, note?.relatedId ?? '')).toBe(picture)
  },
)

test.each(personTypes)('a note of type %s about a row of other people leads to nobody [3.03] @slow', async (type) => {
  const { therapist, id } = await newPair()
  const message = await sendText(therapist, id, 'Hello')
  const stranger = await app.person('client', 100 + pairs)
  const relatedId = rowOf(type, therapist.accountId, message.id, id)
  await stranger.api.notification.insert({ id: randomUUID(), title: 'Look', message: '', relatedType: type, relatedId })
  expect(await newestOf(stranger)).toMatchObject({ personId: null, personName: '', avatarUrl: null })
  await expect(pictureOf(stranger, type, relatedId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a message that was withdrawn leads to its sender, and its conversation to the sender of the one before [3.03] @slow', async () => {
  const { therapist, client, id } = await newPair()
  const picture = await setTestAvatar(app, therapist)
  const [, withdrawn] = [await sendText(therapist, id, 'One'), await sendText(therapist, id, 'Two')]
  await therapist.api.message.delete({ id: withdrawn.id })
  expect(await pictureOf(client, 'message', withdrawn.id)).toBe(picture)
  expect(await pictureOf(client, 'conversation', id)).toBe(picture)
  const { therapist: other, client: alone, id: empty } = await newPair()
  const { id: only } = await sendText(other, empty, 'One')
  await other.api.message.delete({ id: only })
  expect(await pictureOf(alone, 'conversation', empty)).toBeNull()
})

test('a notification about another type shows the person who caused it, whose picture is the current one [3.03] @slow', async () => {
  const { therapist, client, id } = await newPair()
  await assignTask(therapist, id, { title: 'Sleep diary' })
  expect(await newestOf(client)).toMatchObject({
    relatedType: 'task' satisfies RelatedType,
    personId: therapist.accountId,
    avatarUrl: null,
  })
  const picture = await setTestAvatar(app, therapist)
  expect((await newestOf(client))?.avatarUrl).toBe(picture)
})

test('a text message from a client’s phone shows the client’s picture, and looking at the bell reads no conversation [3.03]', async () => {
  const { therapist, client, id } = await newPair()
  const [picture, number] = [await setTestAvatar(app, client), '+4915110000007']
  await consentToTexts(app, therapist, id, { purposes: ['content'], number })
  await therapist.api.message.send({ id: randomUUID(), conversationId: id, text: 'How are you?', channel: 'sms' })
  await sendWaiting(app, therapist)
  const text = {
    providerId: randomUUID(),
    channel: 'sms',
    from: number,
    to: ourNumber,
    body: 'Well.',
    media: [],
  } as const
  await receiveText(app, { ...text, media: [] })
  const lines = async () => (await client.api.access.mine({})).items.length
  const before = await lines()
  expect(await newestOf(therapist)).toMatchObject({
    kind: 'message-received',
    relatedType: 'conversation',
    relatedId: id,
    personId: client.accountId,
    avatarUrl: picture,
  })
  const [first] = (await therapist.api.notification.history({ limit: 1 })).items
  expect([first?.avatarUrl, await lines()]).toEqual([picture, before])
})

test('the notification of another therapist about a conversation of the same client shows nobody else’s picture [3.03] @slow', async () => {
  const { client, id } = await newPair()
  await setTestAvatar(app, client)
  const second = await app.person('therapist', 100)
  await connectClient(app, second, client)
  await app.privileged.definer.query(
    `insert into app.notification (id, account_id, kind, params, related_type, related_id)
     values (gen_random_uuid(), $1, 'message-received', '{"name":"C."}', 'conversation', $2)`,
    [second.accountId, id],
  )
  expect(await newestOf(second)).toMatchObject({ relatedId: id, personId: null, avatarUrl: null })
})
