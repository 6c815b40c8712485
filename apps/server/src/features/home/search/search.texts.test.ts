import type { TextKind } from '@attune/contract/features/home/search/search.rules'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole, runQuery } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { seedMessages } from '../../../testing/records/message-seed.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { advanceToNoon, assignTask } from '../../care/task/task.testing.ts'
import { sendText } from '../../messages/message/message.testing.ts'
import { buildSearchIndex } from './search.index.ts'
import { findTextPlaces, readFoundTexts } from './search.texts.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapists = [
  await app.person('therapist'),
  await app.person('therapist', 2),
  await app.person('therapist', 3),
] as const
const [therapist, second, third] = therapists
const client = await app.person('client')
const [clientId] = [await connectClient(app, therapist, client), await connectClient(app, second, client)]
const actorOf = ({ accountId: id }: Person) => ({ role: 'therapist', id }) as const

const search = (person: Person, query: string) => person.api.search.texts({ query })
const found = async (person: Person, query: string) =>
  (await search(person, query)).groups.flatMap(({ kind, items }) => items.map(({ id }) => [kind, id] as const))
const kindsOf = async (person: Person, query: string): Promise<TextKind[]> =>
  (await found(person, query)).map(([kind]) => kind).toSorted()

async function writeNote(text: string) {
  const sessionId = await insertCompletedSession(
    app,
    therapist,
    clientId,
    new Date(app.clock.now().getTime() - 86_400_000),
  )
  await therapist.api.note.save({ sessionId, text, version: 0 })
  return sessionId
}

test('notes, messages, shared entries and tasks are found from the third letter, without an excerpt @slow', async () => {
  const sessionId = await writeNote('The quokka smiled at Größe')
  const message = await sendText(client, clientId, 'A quokka again')
  const entryId = await createSharedEntry(client, therapist, 'Quokkas everywhere', { title: 'Zoo' })
  const task = await assignTask(therapist, clientId, {
    title: 'Walk',
    description: richTextFromPlain('Look for a quokka'),
  })
  const { groups, isBuilding } = await search(therapist, 'quok')
  expect(isBuilding).toBe(true)
  expect(
    groups.flatMap(({ kind, items }) => items.map((item) => [kind, item.sessionId ?? item.id])).toSorted(),
  ).toEqual(
    [
      ['journal-entry', entryId],
      ['message', message.id],
      ['note', sessionId],
      ['task', task.id],
    ].toSorted(),
  )
  const shown = groups.find(({ kind }) => kind === 'journal-entry')?.items
  expect(shown).toMatchObject([{ title: 'Zoo', clientId, seq: null }])
  expect(JSON.stringify(groups)).not.toMatch(/everywhere|again|smiled/)
  expect(await kindsOf(therapist, 'qu')).toEqual([])
  expect(await kindsOf(therapist, 'quokka grosse')).toEqual(['note'])
  expect(await kindsOf(therapist, 'quokka unicorn')).toEqual([])
  expect(await kindsOf(client, 'quokka')).toEqual(['journal-entry', 'message', 'task'])
  expect(await kindsOf(second, 'quokka')).toEqual([])
  expect(await kindsOf(await app.person('admin'), 'quokka')).toEqual([])
})

test('words are found in another inflection of each language, whatever the language of the account is @slow', async () => {
  const inflections = [
    ['en', 'I was running from meetings', 'runs', 'meeting run'],
    ['de', 'Die Häuser schliefen, die Ängste blieben', 'haus', 'angst häusern'],
    ['fr', 'Nous voulons dormir, dit une de nos amies jalouses', 'dormait', 'amie jalouse'],
    ['es', 'Voy caminando por las canciones tristes', 'caminaban', 'canción triste'],
  ] as const
  for (const [, text] of inflections) await sendText(client, clientId, text)
  for (const [language] of inflections) {
    await therapist.api.account.saveSettings({ language })
    for (const [of, , ...queries] of inflections)
      for (const query of queries)
        expect(await kindsOf(therapist, query), `${of} text, ${language} reader: ${query}`).toEqual(['message'])
  }
  await therapist.api.account.saveSettings({ language: 'en' })
})

test('Arabic, Cyrillic and accents are found', async () => {
  await sendText(client, clientId, 'قالت سارة مرحبا')
  await sendText(client, clientId, 'Йога утром, crème brûlée')
  for (const query of ['سارة', 'йога', 'ЙОГА', 'creme', 'BRÛLÉ'])
    expect(await kindsOf(therapist, query), query).toEqual(['message'])
})

test('a deleted, edited, trashed or withdrawn text is not found by its old words @slow', async () => {
  const message = await sendText(client, clientId, 'Elephants')
  await client.api.message.edit({ id: message.id, text: 'Giraffes' })
  expect([await kindsOf(therapist, 'elephants'), await kindsOf(therapist, 'giraffes')]).toEqual([[], ['message']])
  await client.api.message.delete({ id: message.id })
  const id = await createSharedEntry(client, therapist, 'Pangolins')
  expect([await kindsOf(client, 'pangolins'), await kindsOf(therapist, 'pangolins')]).toEqual([
    ['journal-entry'],
    ['journal-entry'],
  ])
  await client.api.journal.trash({ id })
  const task = await assignTask(therapist, clientId, { title: 'Armadillo' })
  await therapist.api.task.withdraw({ id: task.id, command: randomUUID(), following: false })
  for (const word of ['giraffes', 'pangolins', 'armadillo'])
    for (const person of [client, therapist]) expect(await kindsOf(person, word)).toEqual([])
  const rows = await queryAsRole<{ count: number }>(
    'backup',
    app.databaseUrl,
    `select count(*)::int as count from app.search_text where id in ('${message.id}', '${id}', '${task.id}')`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('of three therapists, those whose share was revoked between finding and reading read nothing @slow', async () => {
  const id = await createSharedEntry(client, therapist, 'Narwhal canary', { title: 'Canary title' })
  await client.api.journal.share({ id, therapistIds: [second.accountId], command: randomUUID() })
  expect([
    await kindsOf(therapist, 'narwhal'),
    await kindsOf(second, 'narwhal'),
    await kindsOf(third, 'narwhal'),
  ]).toEqual([['journal-entry'], ['journal-entry'], []])
  for (const person of [therapist, second])
    await app.db.asActor(actorOf(person), async (tx) => {
      const places = await findTextPlaces(tx, 'narwhal')
      expect(places).toMatchObject([{ kind: 'shared-entry', id }])
      await client.api.journal.revoke({ id, therapistId: person.accountId })
      expect(await readFoundTexts(tx, places)).toEqual([])
    })
  for (const person of therapists) expect(await found(person, 'narwhal')).toEqual([])
  expect(await kindsOf(client, 'narwhal')).toEqual(['journal-entry'])
})

test('an index that a crash has emptied is reported, names are still found, and the cleanup builds it again @slow', async () => {
  await sendText(client, clientId, 'Wombat')
  const before = await found(therapist, 'quokka')
  await buildSearchIndex(app)
  expect((await search(therapist, 'wombat')).isBuilding).toBe(false)
  await runQuery(app.databaseUrl, 'set role attune_owner; truncate app.search_text, app.search_build')
  expect(await search(therapist, 'wombat')).toEqual({ isBuilding: true, groups: [] })
  expect((await therapist.api.search.names({ query: 'clara' })).groups.length).toBeGreaterThan(0)
  await buildSearchIndex(app)
  expect((await search(therapist, 'wombat')).isBuilding).toBe(false)
  expect(await kindsOf(therapist, 'wombat')).toEqual(['message'])
  expect((await found(therapist, 'quokka')).toSorted()).toEqual(before.toSorted())
})

test('a rare word of an older year is found beside hundreds of later texts, and a frequent one in the latest @slow', async () => {
  const id = await connectClient(app, third, client)
  const db = new pg.Client(app.databaseUrl)
  await db.connect()
  await seedMessages(db, third.accountId, [{ id, accountId: client.accountId, messages: 1_250, unread: 0 }])
  await writeAsOwner(db, async () => {
    await db.query(
      `update app.message set created_at = created_at - interval '2 years' where client_id = $1 and seq <= 1000`,
      [id],
    )
    await db.query('truncate app.search_text, app.search_build')
  })
  await db.end()
  await buildSearchIndex(app)
  for (const person of [third, client]) {
    expect(await kindsOf(person, 'rare997')).toEqual(['message'])
    const latest = (await search(person, 'alltag')).groups.flatMap(({ items }) => items.map(({ seq }) => seq))
    expect(latest).toEqual([1250, 1249, 1248, 1247, 1246, 1245])
  }
})
