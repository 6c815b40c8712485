import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { createTestConversation, listedConversation, sendText } from '../message.testing.ts'

const app = await startSharedApp({ worker: false, idleMinutes: undefined })

const statusesOf = async ({ api }: Person, id: string) =>
  (await api.message.messages({ id })).items.map(({ status }) => status)
const toAcknowledge = async ({ api }: Person) =>
  (await api.message.unreadCounts({})).items.map(({ unacknowledgedId }) => unacknowledgedId)
/** Returns the arrival positions of a conversation, each with the transactions that wrote and replaced it. */
const arrivals = (id: string) =>
  queryAsRole<{ by_role: string; seq: number; xmin: string; xmax: string }>(
    'backup',
    app.databaseUrl,
    `select by_role, seq, xmin::text, xmax::text from app.conversation_arrival where client_id = '${id}' order by by_role`,
  )

test('a message in the app is sent, then delivered when a device of the other side acknowledges it, then read [4.05] @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 1)
  for (const [sender, recipient] of [
    [therapist, client],
    [client, therapist],
  ] as const) {
    const statusOf = async (messageId: string) =>
      (await sender.api.message.messages({ id })).items.find((item) => item.id === messageId)?.status
    const { id: messageId, seq } = await sendText(sender, id, 'Hello')
    expect(await statusOf(messageId)).toBe('sent')
    expect(await toAcknowledge(recipient)).toEqual([messageId])
    await recipient.api.message.acknowledge({ ids: [messageId] })
    expect([await statusOf(messageId), (await listedConversation(sender, id)).latest?.status]).toEqual([
      'delivered',
      'delivered',
    ])
    expect(await toAcknowledge(recipient)).toEqual([null])
    await recipient.api.message.markRead({ id, upTo: seq })
    expect([await statusOf(messageId), (await listedConversation(sender, id)).latest?.status]).toEqual(['read', 'read'])
  }
})

test('a message that was delivered can be changed until it is read', async () => {
  const { therapist, client, id } = await createTestConversation(app, 2)
  const sent = await sendText(therapist, id, 'Helo')
  await client.api.message.acknowledge({ ids: [sent.id] })
  expect(await therapist.api.message.edit({ id: sent.id, text: 'Hello' })).toMatchObject({
    status: 'delivered',
    may: { edit: true },
  })
})

test('one call acknowledges messages of several conversations, with those before them', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  const second = await app.person('client', 4)
  const other = await connectClient(app, therapist, second)
  await sendText(client, id, 'One')
  const ids = [(await sendText(client, id, 'Two')).id, (await sendText(second, other, 'Three')).id]
  expect((await toAcknowledge(therapist)).toSorted()).toEqual(ids.toSorted())
  await therapist.api.message.acknowledge({ ids: [...ids, ...ids] })
  expect(await statusesOf(client, id)).toEqual(['delivered', 'delivered'])
  expect(await statusesOf(second, other)).toEqual(['delivered'])
  await sendText(client, id, 'Four')
  expect(await statusesOf(client, id)).toEqual(['delivered', 'delivered', 'sent'])
})

test('acknowledging again, an earlier message or one that was read writes nothing @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 5)
  const [first, second] = [await sendText(client, id, 'One'), await sendText(client, id, 'Two')]
  await therapist.api.message.acknowledge({ ids: [second.id] })
  const before = await arrivals(id)
  expect(before).toMatchObject([{ by_role: 'therapist', seq: 2, xmax: '0' }])
  await Promise.all([first.id, second.id, second.id].map((one) => therapist.api.message.acknowledge({ ids: [one] })))
  expect(await arrivals(id)).toEqual(before)
  const third = await sendText(client, id, 'Three')
  await therapist.api.message.markRead({ id, upTo: third.seq })
  await therapist.api.message.acknowledge({ ids: [third.id] })
  expect(await arrivals(id)).toEqual(before)
  expect(await statusesOf(client, id)).toEqual(['read', 'read', 'read'])
})

test('only the recipient acknowledges a message, and a call that names one of others notes nothing @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 6)
  const strangers = await createTestConversation(app, 7)
  const { id: received } = await sendText(client, id, 'One')
  const { id: own } = await sendText(therapist, id, 'Two')
  const refused = { code: 'NOT_FOUND', status: 404 }
  for (const person of [client, strangers.therapist, strangers.client])
    await expect(person.api.message.acknowledge({ ids: [received] })).rejects.toMatchObject(refused)
  for (const other of [own, randomUUID()])
    await expect(therapist.api.message.acknowledge({ ids: [received, other] })).rejects.toMatchObject(refused)
  expect((await therapist.send('message/acknowledge', { ids: [] })).status).toBe(400)
  expect(await arrivals(id)).toEqual([])
  expect(await statusesOf(client, id)).toEqual(['sent', 'sent'])
})

test('a login whose screen is locked, or that nobody has used for a while, acknowledges nothing [4.05]', async () => {
  const { therapist, client, id } = await createTestConversation(app, 8)
  const ids = [(await sendText(therapist, id, 'One')).id]
  const idle = { ...client, ...(await app.secondBrowser(client, 1)) }
  await client.api.login.lock({})
  await expect(client.api.message.acknowledge({ ids })).rejects.toMatchObject({ code: 'SCREEN_LOCKED' })
  app.clock.advance(app.site.settings().idleMinutes.client * 60_000)
  // The service worker sends no key of a page.
  const ofWorker = await idle.send('message/acknowledge', { ids }, { 'x-attune-page': null })
  expect([ofWorker.status, ((await ofWorker.json()) as { code: string }).code]).toEqual([401, 'SCREEN_LOCKED'])
  const signedOut = await app.anonymous().send('message/acknowledge', { ids })
  expect(signedOut.status).toBe(401)
  expect(await arrivals(id)).toEqual([])
})

test('the sender learns at once that a message was delivered, without text, and the recipient learns nothing', async () => {
  const { therapist, client, id } = await createTestConversation(app, 9)
  const sockets = [therapist, client].map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['conversation_arrivals', 'conversation_reads'] as const) {
      socket.send({ type: 'subscribe', ref: table, table })
      await socket.frame('subscribed', ({ ref }) => ref === table)
    }
  }
  const [ofTherapist, ofClient] = sockets
  for (const text of ['One', 'Two']) {
    const { id: messageId } = await sendText(therapist, id, text)
    await client.api.message.acknowledge({ ids: [messageId] })
  }
  await client.api.message.markRead({ id, upTo: 1 })
  for (const event of ['INSERT', 'UPDATE']) {
    const change = await ofTherapist?.frame('change', (frame) => frame.event === event)
    expect(change).toMatchObject({ table: 'conversation_arrivals', keys: { conversation_id: id } })
  }
  await ofClient?.frame('change', ({ table }) => table === 'conversation_reads')
  const changes = ofClient?.frames.flatMap((frame) => (frame.type === 'change' ? frame.table : []))
  expect(changes).toEqual(['conversation_reads'])
  for (const socket of sockets) socket.close()
})
