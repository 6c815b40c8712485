import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { createTestConversation, sendText } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

const notesOf = async (therapist: Person, id: string) => (await therapist.api.client.get({ id })).notes
const textsOf = async (person: Person, id: string) =>
  (await person.api.message.messages({ id })).items.map(({ text }) => text)

test('a client can write to every connected therapist, and to no other @slow', async () => {
  const [first, second, other, client, neighbour] = await Promise.all([
    app.person('therapist', 1),
    app.person('therapist', 2),
    app.person('therapist', 3),
    app.person('client', 1),
    app.person('client', 2),
  ])
  const toFirst = await connectClient(app, first, client)
  const toSecond = await connectClient(app, second, client)
  const foreign = await connectClient(app, other, neighbour)
  await sendText(client, toFirst, 'To the first')
  await sendText(client, toSecond, 'To the second')
  expect(await textsOf(first, toFirst)).toEqual(['To the first'])
  expect(await textsOf(second, toSecond)).toEqual(['To the second'])
  for (const id of [foreign, other.accountId, randomUUID()])
    await expect(sendText(client, id, 'To another')).rejects.toMatchObject({ status: 404 })
  expect((await client.api.message.list({})).items.map(({ id }) => id).toSorted()).toEqual(
    [toFirst, toSecond].toSorted(),
  )
  await expect(first.api.message.messages({ id: toSecond })).rejects.toMatchObject({ status: 404 })
})

test('the recipients are the therapist’s own clients, each with tags and the reason why nothing can be sent @slow', async () => {
  const therapist = await app.person('therapist', 4)
  const clients = await Promise.all([11, 12, 13].map((n) => app.person('client', n)))
  const ids: string[] = []
  for (const client of clients) ids.push(await connectClient(app, therapist, client))
  const unconnected = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: unconnected, invite: false })
  const [open = '', inactive = '', ended = ''] = ids
  const tag = { id: randomUUID(), name: 'Group' }
  await therapist.api.clientTag.create({ ...tag, color: null })
  await therapist.api.clientTag.addToClient({ clientId: open, tagId: tag.id })
  await therapist.api.client.setStatus({ id: inactive, status: 'inactive', command: randomUUID() })
  await clients[2]?.api.connection.disconnect({ clientId: ended, command: randomUUID() })
  const { items } = await therapist.api.message.recipients({})
  expect(items).toHaveLength(4)
  const of = (id: string) => items.find(({ clientId }) => clientId === id)
  expect(of(open)).toMatchObject({ tags: [tag], readOnly: null })
  expect(of(inactive)).toMatchObject({ tags: [], readOnly: 'inactive' })
  expect(of(ended)?.readOnly).toBe('disconnected')
  expect(of(unconnected)?.readOnly).toBe('no-account')
  const [id, text] = [randomUUID(), 'The practice is closed on Friday.']
  const sent = await sendText(therapist, open, text, id)
  expect(await sendText(therapist, open, text, id)).toEqual(sent)
  expect((await clients[0]?.api.message.messages({ id: open }))?.items).toHaveLength(1)
})

test('a message is put into the notes once, with author and time, and can be removed again @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 5)
  const before = await therapist.api.client.get({ id })
  const sent = await sendText(client, id, 'I slept better.\n\nTwo nights in a row.')
  const own = await sendText(therapist, id, 'Good to hear.')
  await therapist.api.message.putIntoNotes({ id: sent.id })
  await therapist.api.message.putIntoNotes({ id: own.id })
  await therapist.api.message.putIntoNotes({ id: sent.id })
  const notes = await notesOf(therapist, id)
  expect(notes).toMatch(
    /^Message from Clara client5, .+ at \d\d:\d\d:\nI slept better\.\nTwo nights in a row\.\n\nMessage from Tessa/,
  )
  expect((await therapist.api.client.get({ id })).version).toBe(before.version)
  expect(await therapist.api.message.removeFromNotes({ id: sent.id })).toEqual({ removed: true })
  expect(await therapist.api.message.removeFromNotes({ id: sent.id })).toEqual({ removed: false })
  expect(await notesOf(therapist, id)).toMatch(/^Message from Tessa therapist5, .+\nGood to hear\.$/)
  const rows = await queryAsRole<{ action: string; actor_id: string }>(
    'backup',
    app.databaseUrl,
    `select action, actor_id from app.audit where thing = 'message' order by id`,
  )
  const audited = rows.filter((row) => row.actor_id === therapist.accountId)
  expect(audited.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'put-into-notes'),
    ...Array.from({ length: 2 }, () => 'remove-from-notes'),
  ])
})

test('a message is put into formatted notes, and removed from them, without losing the formatting @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 8)
  const { note, message } = therapist.api
  const plan = {
    type: 'heading' as const,
    attrs: { level: 2 as const },
    content: [{ type: 'text' as const, text: 'Plan' }],
  }
  const { version } = await note.openClient({ clientId: id })
  await note.saveClient({ clientId: id, text: { type: 'doc', content: [plan] }, version })
  const { id: sent } = await sendText(client, id, 'I slept better.')
  await message.putIntoNotes({ id: sent })
  const put = await note.openClient({ clientId: id })
  expect(put.content?.content[0]).toEqual(plan)
  expect(put.text).toMatch(/^Plan\n\nMessage from .+:\nI slept better\.$/)
  expect(put.version).toBe(version + 2)
  await message.removeFromNotes({ id: sent })
  expect(await note.openClient({ clientId: id })).toMatchObject({ text: 'Plan', content: { content: [plan] } })
})

test('a message is added to the notes only if it is the therapist’s own, exists and fits', async () => {
  const therapist = await app.person('therapist', 6)
  const [client, stranger] = [await app.person('client', 6), await app.person('therapist', 7)]
  const id = await connectClient(app, therapist, client, { notes: 'x'.repeat(19_990) })
  const sent = await sendText(client, id, 'Hello')
  await expect(therapist.api.message.putIntoNotes({ id: sent.id })).rejects.toMatchObject({ code: 'NOTES_FULL' })
  expect(await notesOf(therapist, id)).toHaveLength(19_990)
  await expect(stranger.api.message.putIntoNotes({ id: sent.id })).rejects.toMatchObject({ status: 404 })
  await expect(client.api.message.putIntoNotes({ id: sent.id })).rejects.toMatchObject({ status: 403 })
  await client.api.message.delete({ id: sent.id })
  await expect(therapist.api.message.putIntoNotes({ id: sent.id })).rejects.toMatchObject({ code: 'NO_TEXT' })
})
