import type { NamedKind } from '@attune/contract/features/home/search/search.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { runQuery } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { addPayingClient, draftLine, issueOf, openPractice } from '../../../testing/records/invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { putPictures } from '../../care/file/file.fixtures.testing.ts'
import { confirmedForm, sampleContent, sendTo } from '../../care/form/form.testing.ts'
import { advanceToNoon, assignTask } from '../../care/task/task.testing.ts'
import { buildSearchIndex } from './search.index.ts'
import { findNameIds, findSimilarNameIds } from './search.name-index.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
const second = await app.person('therapist', 2)
const third = await app.person('therapist', 3)
const client = await app.person('client')
const clientId = await connectClient(app, therapist, client)
await connectClient(app, second, client)

const groupsOf = async (person: Person, query: string) => (await person.api.search.names({ query })).groups
const titlesOf = async (person: Person, query: string, kind: NamedKind) =>
  (await groupsOf(person, query)).find((group) => group.kind === kind)?.items.map(({ title }) => title) ?? []
const addClient = async (firstName: string, lastName: string) => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName, lastName, invite: false })
  return id
}
const idsOf = (person: Person, ...words: string[]) =>
  app.db.asActor({ role: 'therapist', id: person.accountId }, async (tx) => {
    const [found, similar] = [await findNameIds(tx, words, []), await findSimilarNameIds(tx, words)]
    return [...(found?.values() ?? []), ...similar.values()].flat()
  })

/** Empties the index, as Postgres does after a crash. */
const emptyIndex = () =>
  runQuery(app.databaseUrl, 'set role attune_owner; truncate app.search_name, app.search_text, app.search_build')

test('names are found with the index as without it @slow', async () => {
  await addClient('Chloé', 'Müllerová')
  await addClient('Amelie', 'Chloride')
  await addClient('Иван', 'Йовков')
  await addClient('山田', '山田太郎')
  await assignTask(therapist, clientId, { title: 'Breathing exercise 12' })
  await sendTo(therapist, clientId, await confirmedForm(therapist, sampleContent({ title: 'Breathing consent' })))
  const fileId = randomUUID()
  await putPictures(app, { name: 'document', therapist, client, recordId: clientId }, therapist, [fileId])
  await therapist.api.document.add({ id: randomUUID(), clientId, fileId, isShared: false })
  const name = (await therapist.api.document.ofClient({ clientId })).items[0]?.file.name ?? ''
  await openPractice(app, therapist)
  const payingId = await addPayingClient(app, therapist, 'Rechnung')
  const { sheet } = await issueOf(therapist, payingId, [draftLine({ priceMinor: '123456' })])
  const amount = `${sheet.grossMinor.slice(0, -2)},${sheet.grossMinor.slice(-2)}`
  const queries = [
    'CHLO',
    'mullero chloe',
    'йов',
    'llero',
    '太郎',
    'cl',
    'breath',
    'reath',
    'exercise clara',
    'clara',
    '12 br',
  ]
  const all = [...queries, name, sheet.number ?? '', amount, 'rechnung', "'", '%', 'breath_ex', 'x'.repeat(100)]
  const without = await Promise.all(all.map((query) => groupsOf(therapist, query)))
  expect(without.filter((groups) => groups.length > 0).length).toBeGreaterThan(queries.length)
  await buildSearchIndex(app)
  for (const [at, query] of all.entries()) expect(await groupsOf(therapist, query), query).toEqual(without[at])
  expect(await groupsOf(second, 'mullero')).toEqual([])
})

test('one typing error in a name or title is forgiven, below what matches exactly, and not beside many matches @slow', async () => {
  await buildSearchIndex(app)
  await addClient('Jonna', 'Schmidt')
  await addClient('Joana', 'Schmitt')
  await assignTask(therapist, clientId, { title: 'Meditation' })
  expect(await titlesOf(therapist, 'shcmidt', 'client')).toEqual(['Jonna Schmidt'])
  expect(await titlesOf(therapist, 'schmidt', 'client')).toEqual(['Jonna Schmidt', 'Joana Schmitt'])
  expect(await titlesOf(therapist, 'schmitt joana', 'client')).toEqual(['Joana Schmitt'])
  expect(await titlesOf(therapist, 'mediattion clara', 'task')).toEqual(['Meditation'])
  expect(await titlesOf(client, 'mediattion', 'task')).toEqual(['Meditation'])
  expect(await titlesOf(therapist, 'shcmdit', 'client')).toEqual([])
  for (let n = 0; n < 6; n++) await addClient('Kim', `Schmidt ${n}`)
  expect(await titlesOf(therapist, 'schmidt', 'client')).not.toContain('Joana Schmitt')
  expect(await groupsOf(second, 'shcmidt')).toEqual([])
})

test('a name that changed or is gone leaves the index @slow', async () => {
  await buildSearchIndex(app)
  const task = await assignTask(therapist, clientId, { title: 'Armadillo' })
  expect(await titlesOf(therapist, 'armadillo clara', 'task')).toEqual(['Armadillo'])
  const { version } = await therapist.api.client.get({ id: clientId })
  await therapist.api.client.edit({ ...minimalClient, id: clientId, version, firstName: 'Quentin' })
  expect(await titlesOf(therapist, 'armadillo quentin', 'task')).toEqual(['Armadillo'])
  expect(await titlesOf(therapist, 'armadillo clara', 'task')).toEqual([])
  await therapist.api.task.withdraw({ id: task.id, command: randomUUID(), following: false })
  expect(await idsOf(therapist, 'armadillo')).toEqual([])
})

test('of three therapists, only the owner finds ids, and without rows that may be read nothing is shown @slow', async () => {
  await buildSearchIndex(app)
  const { id } = await assignTask(therapist, clientId, { title: 'Narwhal canary' })
  expect(await idsOf(therapist, 'narwhal')).toContain(id)
  for (const person of [second, third]) {
    expect(await idsOf(person, 'narwhal')).toEqual([])
    expect(await groupsOf(person, 'narwhal')).toEqual([])
    expect(await groupsOf(person, 'narwahl')).toEqual([])
  }
  // Simulates a row of the index that dates from a time when another therapist had the right to read the task.
  await runQuery(
    app.databaseUrl,
    `set role attune_app_definer; update app.search_name set account_id = '${second.accountId}',
    words = def.name_lexemes(def.search_key('${second.accountId}', 'task'), array['narwhal', 'canary'], '{}', null) where id = '${id}'`,
  )
  expect(await idsOf(second, 'narwhal')).toContain(id)
  expect(await groupsOf(second, 'narwhal')).toEqual([])
  expect(await groupsOf(second, 'narwahl')).toEqual([])
})

test('while the index is empty, names are found exactly', async () => {
  await addClient('Ottilie', 'Wombat')
  await emptyIndex()
  expect(await titlesOf(therapist, 'wombat', 'client')).toEqual(['Ottilie Wombat'])
  expect(await titlesOf(therapist, 'wobmat', 'client')).toEqual([])
  await buildSearchIndex(app)
  expect(await titlesOf(therapist, 'wobmat', 'client')).toEqual(['Ottilie Wombat'])
})
