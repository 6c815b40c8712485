import { clientTagLimit } from '@attune/contract/features/people/client-tag/client-tag.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')

async function addClient(lastName: string, of = therapist): Promise<string> {
  const id = randomUUID()
  await of.api.client.add({ ...minimalClient, id, lastName, invite: false })
  return id
}

async function createTag(name: string, of = therapist): Promise<string> {
  const { id } = await of.api.clientTag.create({ id: randomUUID(), name, color: null })
  return id
}

async function tagClients(name: string, ...clientIds: string[]): Promise<string> {
  const tagId = await createTag(name)
  for (const clientId of clientIds) await therapist.api.clientTag.addToClient({ clientId, tagId })
  return tagId
}

const tagNames = async (clientId: string) =>
  (await therapist.api.client.get({ id: clientId })).tags.map(({ name }) => name)

test('tags are listed by name with the number of their clients @slow', async () => {
  const own = await app.person('therapist', 2)
  const clientId = await addClient('Counted', own)
  const couples = await createTag('couples', own)
  const trauma = await createTag('Trauma', own)
  const children = await createTag('Children', own)
  for (const tagId of [couples, trauma]) await own.api.clientTag.addToClient({ clientId, tagId })
  await own.api.clientTag.addToClient({ clientId: await addClient('Second', own), tagId: couples })
  expect((await own.api.clientTag.list({})).items).toEqual([
    { id: children, name: 'Children', color: null, clientCount: 0 },
    { id: couples, name: 'couples', color: null, clientCount: 2 },
    { id: trauma, name: 'Trauma', color: null, clientCount: 1 },
  ])
})

test('creating a tag again changes nothing unless the content differs', async () => {
  const tag = { id: randomUUID(), name: 'Repeated', color: 'clay' as const }
  await therapist.api.clientTag.create(tag)
  expect(await therapist.api.clientTag.create(tag)).toEqual(tag)
  await expect(therapist.api.clientTag.create({ ...tag, name: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.clientTag.create(tag)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('two tags of a therapist cannot have the same name in upper or lower case', async () => {
  await createTag('Insurance')
  const other = await createTag('Self-pay')
  await expect(createTag(' insurance ')).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
  const renamed = { id: other, name: 'INSURANCE', color: null }
  await expect(therapist.api.clientTag.edit(renamed)).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
  await createTag('Insurance', await app.person('therapist', 2))
  for (const name of ['', '   ', 'x'.repeat(41)]) await expect(createTag(name)).rejects.toMatchObject({ status: 400 })
})

test('a renamed tag shows its new name and color on every client', async () => {
  const clientId = await addClient('Renamed')
  const id = await tagClients('Old name', clientId)
  await therapist.api.clientTag.edit({ id, name: 'New name', color: 'amber' })
  expect((await therapist.api.client.get({ id: clientId })).tags).toEqual([{ id, name: 'New name', color: 'amber' }])
})

test('deleting a tag removes it from its clients and keeps the clients', async () => {
  const clientId = await addClient('Deleted')
  const id = await tagClients('Deleted tag', clientId)
  await therapist.api.clientTag.delete({ id })
  expect(await tagNames(clientId)).toEqual([])
  await expect(therapist.api.clientTag.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('adding and removing a tag can be repeated', async () => {
  const clientId = await addClient('Again')
  const tagId = await tagClients('Twice', clientId)
  await therapist.api.clientTag.addToClient({ clientId, tagId })
  expect(await tagNames(clientId)).toEqual(['Twice'])
  await therapist.api.clientTag.removeFromClient({ clientId, tagId })
  await therapist.api.clientTag.removeFromClient({ clientId, tagId })
  expect(await tagNames(clientId)).toEqual([])
})

test('the client list shows the tags by name and can be filtered by one tag', async () => {
  const [first, second] = [await addClient('Listed'), await addClient('Listed')]
  const group = await tagClients('Group B', first, second)
  await tagClients('Group A', first)
  const { items } = await therapist.api.client.list({ search: 'Listed' })
  const shown = Object.fromEntries(items.map(({ id, tags }) => [id, tags.map(({ name }) => name)]))
  expect(shown).toEqual({ [first]: ['Group A', 'Group B'], [second]: ['Group B'] })
  await addClient('Listed')
  const narrowed = await therapist.api.client.list({ search: 'Listed', tag: group })
  expect(narrowed.items.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
  const page = await therapist.api.client.list({ tag: group, limit: 1 })
  const next = await therapist.api.client.list({ tag: group, limit: 1, after: page.next ?? '' })
  expect([page.items[0]?.id, next.items[0]?.id].toSorted()).toEqual([first, second].toSorted())
  expect(next.next).toBeNull()
  expect((await therapist.api.client.list({ tag: randomUUID() })).items).toEqual([])
})

test('the client search finds clients by the name of a tag, in upper or lower case', async () => {
  const [tagged, other] = [await addClient('Sought'), await addClient('Sought')]
  await tagClients('100% Kassenpatientin', tagged)
  await tagClients('Unrelated', other)
  const foundBy = async (search: string) => (await therapist.api.client.list({ search })).items.map(({ id }) => id)
  expect(await foundBy('kassen')).toEqual([tagged])
  expect(await foundBy('100% K')).toEqual([tagged])
  expect(await foundBy('1000')).toEqual([])
  const stranger = await app.person('therapist', 2)
  expect((await stranger.api.client.list({ search: 'Kassen' })).items).toEqual([])
})

test('another therapist can neither see nor use a tag, and no client sees it', async () => {
  const client = await app.person('client')
  const clientId = await connectClient(app, therapist, client)
  const tagId = await tagClients('Private label', clientId)
  const stranger = await app.person('therapist', 2)
  const theirs = await addClient('Theirs', stranger)
  expect(JSON.stringify(await stranger.api.clientTag.list({}))).not.toContain(tagId)
  expect((await stranger.api.client.list({ tag: tagId })).items).toEqual([])
  const attempts = [
    () => stranger.api.clientTag.addToClient({ clientId: theirs, tagId }),
    () => stranger.api.clientTag.removeFromClient({ clientId, tagId }),
    () => therapist.api.clientTag.addToClient({ clientId: theirs, tagId }),
    () => stranger.api.clientTag.edit({ id: tagId, name: 'Mine', color: null }),
    () => stranger.api.clientTag.delete({ id: tagId }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await tagNames(clientId)).toEqual(['Private label'])
  for (const path of ['clientTag/list', 'client/list']) expect((await client.send(path, {})).status).toBe(403)
  expect(JSON.stringify(await client.api.connection.therapists({}))).not.toContain('Private label')
})

test('a merge adds the tags of the removed record to the remaining record', async () => {
  const [from, into] = [await addClient('Merged'), await addClient('Merged')]
  await tagClients('Both', from, into)
  await tagClients('Only first', from)
  await therapist.api.client.merge({ id: from, into, command: randomUUID() })
  expect(await tagNames(into)).toEqual(['Both', 'Only first'])
})

test('the export names the tags of each client', async () => {
  const clientId = await addClient('Exported')
  await tagClients('Export B', clientId)
  await tagClients('Export A', clientId)
  const lines = (await therapist.api.client.exportAll({})).csv.split('\r\n')
  expect(lines[0]).toContain('"Tags"')
  expect(lines.find((line) => line.includes('"Exported"'))).toContain('"Export A, Export B"')
})

test('each change of tags is sent to the therapist, and to no one else', async () => {
  const stranger = await app.person('therapist', 2)
  const sockets = [therapist, stranger].map((person) => openTestSocket(app.address, person))
  const [own, foreign] = sockets
  if (!own || !foreign) throw new Error('two sockets')
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['client_tags', 'client_tag_clients']) {
      socket.send({ type: 'subscribe', ref: table, table })
      await socket.frame('subscribed', ({ ref }) => ref === table)
    }
  }
  const clientId = await addClient('Live')
  const id = await tagClients('Live tag', clientId)
  await own.frame('change', ({ table, event }) => table === 'client_tags' && event === 'INSERT')
  const added = await own.frame('change', ({ table }) => table === 'client_tag_clients')
  expect(added.keys).toEqual({ tag_id: id, client_id: clientId, therapist_id: therapist.accountId })
  await therapist.api.clientTag.edit({ id, name: 'Live tag 2', color: null })
  await own.frame('change', ({ table, event }) => table === 'client_tags' && event === 'UPDATE')
  await therapist.api.clientTag.delete({ id })
  for (const wanted of ['client_tags', 'client_tag_clients'])
    await own.frame('change', ({ table, event }) => table === wanted && event === 'DELETE')
  expect(JSON.stringify(own.frames)).not.toContain('Live tag')
  expect(foreign.frames.filter(({ type }) => type === 'change')).toEqual([])
  for (const socket of sockets) socket.close()
})

test('a therapist who reaches the limit of tags cannot create another one @slow', async () => {
  const own = await app.person('therapist', 3)
  for (let n = 0; n < clientTagLimit; n++) await createTag(`Tag ${n}`, own)
  await expect(createTag('One too many', own)).rejects.toMatchObject({
    status: 409,
    code: 'LIMIT_REACHED',
    data: { limit: clientTagLimit },
  })
})
