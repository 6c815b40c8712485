import { requestLimitRules } from '@attune/contract/features/practice/api-access/api-access.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'
import { jpegPicture, fetchFile, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import { createTestConversation, listedConversation, sendText } from './message.testing.ts'

const app = await startSharedApp()
const shared = await createTestConversation(app)

test('a record has a conversation from the moment it is connected, and none before @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 2)
  const unconnected = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: unconnected, invite: false })
  expect((await therapist.api.message.list({})).items.map((item) => item.id)).toEqual([id])
  expect(await listedConversation(client, id)).toMatchObject({
    person: { id: therapist.accountId, name: `${therapist.firstName} ${therapist.lastName}` },
    latest: null,
    lastSeq: 0,
    unread: 0,
    hasFailed: false,
    readOnly: null,
  })
  await expect(sendText(therapist, unconnected, 'Hello')).rejects.toMatchObject({ status: 404 })
  await app.privileged.definer.query('update app.client set account_id = null where id = $1', [id])
  expect((await therapist.api.message.list({})).items).toEqual([])
})

test('a message has the fields of the specification, and both sides see it [3.05] @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  const sent = await sendText(client, id, '  A question about Monday  ')
  expect(sent).toMatchObject({
    senderId: client.accountId,
    conversationId: id,
    readAt: null,
    status: 'sent',
    attachments: [],
    text: 'A question about Monday',
    may: { edit: true, delete: true },
  })
  expect([Date.parse(sent.createdAt), Date.parse(sent.updatedAt)].some(Number.isNaN)).toBe(false)
  const { items } = await therapist.api.message.messages({ id })
  expect(items).toEqual([{ ...sent, may: { edit: false, delete: false, retry: false } }])
  expect(await therapist.api.message.sender({ id: sent.id })).toEqual({ senderId: client.accountId })
  await sendText(therapist, id, 'Yes?')
  expect((await therapist.api.message.latestFromOther({ id })).message?.id).toBe(sent.id)
  expect((await client.api.message.latestFromOther({ id })).message?.text).toBe('Yes?')
})

test('a conversation names the next session of both sides, and none that was declined or is over @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 23)
  const nextOf = async (person: typeof client) => (await person.api.message.messages({ id })).nextSession
  expect(await nextOf(client)).toBeNull()
  const startsAt = new Date(Date.UTC(2031, 5, 2, 9))
  const session = await scheduleSessionAt(therapist, id, startsAt)
  await scheduleSessionAt(therapist, id, new Date(Date.UTC(2031, 5, 3, 9)))
  for (const person of [therapist, client])
    expect(await nextOf(person)).toEqual({ id: session, startsAt: startsAt.toISOString() })
  await app.privileged.definer.query(`update app.session set status = 'cancelled' where therapist_id = $1`, [
    therapist.accountId,
  ])
  expect(await nextOf(client)).toBeNull()
})

test('sending an id again with other content, or an id of another conversation, is refused @slow', async () => {
  const { therapist, client, id } = shared
  const sent = await sendText(therapist, id, 'First')
  expect(await sendText(therapist, id, 'First', sent.id)).toEqual(sent)
  await expect(sendText(therapist, id, 'Second', sent.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(sendText(client, id, 'First', sent.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  const other = await createTestConversation(app, 5)
  await expect(sendText(other.client, other.id, 'First', sent.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await sendText(other.client, other.id, 'Mine')).seq).toBe(1)
})

test.each([
  ['no text', ''],
  ['white space', ' \n\t '],
  ['4,001 characters', 'x'.repeat(4001)],
  ['a character that cannot be stored', 'a\u0000b'],
])('a message with %s is refused', async (_, text) => {
  await expect(sendText(shared.client, shared.id, text)).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['4,000 characters', 'x'.repeat(4000)],
  ['emoji only', '👩‍👧‍👦🙏🏽'],
  ['right-to-left text', 'שלום, נתראה ביום שני'],
  ['bidirectional control characters', 'a \u202Etxet\u202C \u2066b\u2069'],
  ['a link', 'https://example.org/?next=https://other.example'],
])('a message with %s is stored as it was written', async (_, text) => {
  const sent = await sendText(shared.client, shared.id, text)
  const { items } = await shared.therapist.api.message.messages({ id: shared.id, around: sent.seq, limit: 2 })
  expect(items.find(({ id }) => id === sent.id)?.text).toBe(text)
})

test('a forged sender is refused, and a conversation of others does not exist', async () => {
  const [stranger, foreigner] = [await app.person('therapist', 6), await app.person('client', 6)]
  const forged = { id: randomUUID(), conversationId: shared.id, text: 'Hi', senderId: shared.therapist.accountId }
  expect((await shared.client.send('message/send', forged)).status).toBe(400)
  for (const person of [stranger, foreigner]) {
    await expect(sendText(person, shared.id, 'Hi')).rejects.toMatchObject({ status: 404 })
    await expect(person.api.message.messages({ id: shared.id })).rejects.toMatchObject({ status: 404 })
    expect((await person.api.message.list({})).items).toEqual([])
  }
})

test('after a disconnect, or for an inactive client, the conversation is read-only and says why @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 7)
  const sent = await sendText(client, id, 'Before')
  await app.privileged.definer.query(`update app.client set status = 'inactive' where id = $1`, [id])
  const refused = (reason: string) => ({ code: 'READ_ONLY', status: 409, data: { reason } })
  await expect(sendText(client, id, 'Later')).rejects.toMatchObject(refused('inactive'))
  await app.privileged.definer.query(`update app.client set status = 'active' where id = $1`, [id])
  await client.api.connection.disconnect({ clientId: id, command: randomUUID() })
  for (const person of [therapist, client]) {
    await expect(sendText(person, id, 'Later')).rejects.toMatchObject(refused('disconnected'))
    expect((await listedConversation(person, id)).readOnly).toBe('disconnected')
    expect((await person.api.message.messages({ id })).items.map(({ text }) => text)).toEqual(['Before'])
  }
  expect((await sendText(client, id, 'Before', sent.id)).id).toBe(sent.id)
})

test('files of a message are read by both sides, and a file belongs to one message @slow', async () => {
  const { therapist, client, id } = shared
  const fileId = await uploadFile(app, client, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  const message = { id: randomUUID(), conversationId: id, text: '', attachments: [fileId] }
  await expect(therapist.api.message.send({ ...message, id: randomUUID() })).rejects.toMatchObject({ status: 404 })
  expect((await client.api.message.send(message)).attachments).toMatchObject([{ id: fileId }])
  expect((await client.api.message.send(message)).attachments).toHaveLength(1)
  await waitForCheckedFile(client, fileId)
  const listed = async () => (await listedConversation(therapist, id)).latest
  expect(await listed()).toMatchObject({ text: '', files: 1, file: { kind: 'image', seconds: null } })
  const [seen] = (await therapist.api.message.messages({ id, limit: 1 })).items
  expect(seen?.attachments).toMatchObject([{ id: fileId, state: 'ready' }])
  expect((await fetchFile(app, therapist, fileId)).status).toBe(200)
  await expect(client.api.message.send({ ...message, id: randomUUID() })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(client.api.file.delete({ id: fileId })).rejects.toMatchObject({ status: 409 })
  const bytes = await jpegPicture()
  const attachments = [
    await uploadFile(app, client, { name: 'b.jpg', kind: 'image', bytes }),
    await uploadFile(app, client, { name: 'c.jpg', kind: 'image', bytes }),
  ]
  await client.api.message.send({ ...message, id: randomUUID(), attachments })
  expect(await listed()).toMatchObject({ text: '', files: 2, file: null })
})

test('more than 200 messages in a minute are refused with the time to wait @slow', async () => {
  const limited = await createTestApp({ worker: false, config: { limitsWrites: true } })
  const { client, id } = await createTestConversation(limited)
  for (let n = 0; n < requestLimitRules.messages.usual; n++)
    await limited.auth.rateLimit.hit('calls message.send', client.accountId, {
      count: requestLimitRules.messages.usual,
      seconds: 60,
    })
  const refused = await client.send('message/send', { id: randomUUID(), conversationId: id, text: 'Too fast' })
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  limited.clock.advance(seconds * 1000)
  expect((await sendText(client, id, 'After the wait')).seq).toBe(1)
  await limited.close()
})

test('pages around, before and after a number are complete and say what follows @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 8)
  for (let n = 1; n <= 9; n++) await sendText(client, id, `Text ${n}`)
  const page = async (position: object) => {
    const { items, hasOlder, hasNewer } = await therapist.api.message.messages({ id, ...position })
    return [items.map(({ seq }) => seq), hasOlder, hasNewer]
  }
  expect(await page({ limit: 3 })).toEqual([[7, 8, 9], true, false])
  expect(await page({ before: 7, limit: 4 })).toEqual([[3, 4, 5, 6], true, true])
  expect(await page({ after: 7, limit: 4 })).toEqual([[8, 9], true, false])
  expect(await page({ around: 5, limit: 4 })).toEqual([[4, 5, 6, 7], true, true])
  expect(await page({ before: 1 })).toEqual([[], false, true])
  expect(await page({ after: 9 })).toEqual([[], true, false])
  await expect(therapist.api.message.messages({ id, before: 2, after: 1 })).rejects.toMatchObject({ status: 400 })
})

test('both sides learn of a message and of a read position, without text', async () => {
  const { therapist, client, id } = await createTestConversation(app, 9)
  const sockets = [therapist, client, shared.client].map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['messages', 'conversation_reads'] as const) {
      socket.send({ type: 'subscribe', ref: table, table })
      await socket.frame('subscribed', ({ ref }) => ref === table)
    }
  }
  const sent = await sendText(client, id, 'Unmistakable words')
  await therapist.api.message.markRead({ id, upTo: sent.seq })
  for (const socket of sockets.slice(0, 2)) {
    const added = await socket.frame('change', ({ table }) => table === 'messages')
    expect(added.keys).toEqual({ id: sent.id, conversation_id: id })
    await socket.frame('change', ({ table }) => table === 'conversation_reads')
    expect(JSON.stringify(socket.frames)).not.toContain('Unmistakable')
  }
  expect(sockets[2]?.frames.filter(({ type }) => type === 'change')).toEqual([])
  for (const socket of sockets) socket.close()
})

test('a record with messages cannot be merged away', async () => {
  const { therapist, client, id } = await createTestConversation(app, 10)
  await sendText(client, id, 'Kept')
  const into = await connectClient(app, therapist, await app.person('client', 11))
  await expect(therapist.api.client.merge({ id, into, command: randomUUID() })).rejects.toMatchObject({ status: 409 })
  expect((await therapist.api.message.messages({ id })).items).toHaveLength(1)
})
