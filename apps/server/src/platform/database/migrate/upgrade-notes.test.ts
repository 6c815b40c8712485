import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildSearchIndex } from '../../../features/home/search/search.index.ts'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { openTestBrowser } from '../../../testing/browser.ts'
import { createDatabase } from '../../../testing/database/database.ts'
import { insertLogin } from '../../../testing/people.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { daysAgo, migrationsBeforeParts, writeEarlierNotes } from './earlier-notes.testing.ts'
import { migrate } from './migrate.ts'

const [therapist, ana, ben, cleo, own, ownDraft, signed, draft, declined, trashed] = Array.from({ length: 10 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string, string, string, string, string]
const [addendum, emptied] = [randomUUID(), randomUUID()]
const signedAt = daysAgo(4)

let drop: () => Promise<void>
let db: pg.Client
let app: TestApp
let api: ReturnType<typeof openTestBrowser>['api']

beforeAll(async () => {
  const database = await createDatabase(inject('adminUrl'))
  ;({ drop } = database)
  await migrate(database.url, migrationsBeforeParts())
  db = new pg.Client(database.url)
  await db.connect()
  await insertNotes()
  await migrate(database.url)
  app = await createTestApp({ databaseUrl: database.url, worker: false })
  const caller = openTestBrowser(app.address, app.site.key)
  await insertLogin(app, app.privileged, caller, therapist, 2)
  ;({ api } = caller)
})
afterAll(async () => {
  await app?.close()
  await db.end()
  await drop()
})

const textsOf = async (sessionId: string) =>
  (await api.note.parts({ sessionId })).parts.map(({ clientId, text }) => [clientId, text])
const historyOf = async (part: { sessionId: string; clientId?: string }) =>
  (await api.note.history(part)).items.map(({ text }) => text)
const changeIt = (sessionId: string, clientId?: string) =>
  api.note.save({ sessionId, clientId, text: 'Changed', version: 2 })

test('after an upgrade, the note of several clients is the shared part, with signature, addenda and history', async () => {
  expect(await textsOf(signed)).toEqual([
    [null, 'Both argued about the wombat.'],
    [ana, ''],
    [ben, ''],
  ])
  const shared = await api.note.open({ sessionId: signed })
  expect(shared).toMatchObject({ clientId: null, version: 2, signedAt })
  expect(shared.addenda).toMatchObject([{ id: addendum, text: 'They called about the numbat.' }])
  expect(shared.addenda.map(({ at }) => Date.parse(at))).toEqual([Date.parse(signedAt)])
  expect(await historyOf({ sessionId: signed })).toEqual(['Both argued about the wombat.', 'Both argued.'])
  expect(await historyOf({ sessionId: signed, clientId: ana })).toEqual([])
  expect(await textsOf(draft)).toEqual([
    [null, 'All three were quiet.'],
    [ana, ''],
    [ben, ''],
    [cleo, ''],
  ])
})

test('after an upgrade, the note of a session that another person has declined is the shared part', async () => {
  expect(await textsOf(declined)).toEqual([
    [null, 'Ana came alone.'],
    [ana, ''],
    [ben, ''],
  ])
})

test('after an upgrade, the note of one client is the part about them, with its history', async () => {
  expect(await textsOf(own)).toEqual([[ana, 'Ana spoke of a quokka.']])
  expect(await api.note.open({ sessionId: own, clientId: ana })).toMatchObject({ version: 2, signedAt })
  expect(await historyOf({ sessionId: own, clientId: ana })).toEqual(['Ana spoke of a quokka.', 'Ana spoke.'])
  const { items } = await api.note.ofClient({ clientId: ana })
  expect(items.map(({ sessionId, isShared }) => [sessionId, isShared])).toEqual([
    [own, false],
    [signed, true],
    [declined, true],
    [draft, true],
  ])
})

test('after an upgrade, sessions that were signed before need no notes, and unsigned ones still do', async () => {
  const { items } = await api.note.queue({ limit: 100 })
  expect(items.map(({ session, begun }) => [session.id, begun])).toEqual([
    [draft, true],
    [emptied, false],
    [ownDraft, true],
  ])
  expect(items.map(({ clientIds }) => clientIds.toSorted())).toEqual([[ana, ben, cleo].toSorted(), [ben], [ben]])
})

test('after an upgrade, a signed note refuses a change, by the product and by the database, and takes an addendum', async () => {
  for (const change of [() => changeIt(signed), () => changeIt(own, ana), () => changeIt(declined)])
    await expect(change()).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
  await writeAsOwner(db, async () => {
    const { rows } = await db.query<{ id: string }>('select id from app.session_note where signed_at is not null')
    expect(rows).toHaveLength(3)
    for (const { id } of rows) {
      await db.query('savepoint tried')
      await expect(db.query(`update app.session_note set text = 'x' where id = $1`, [id])).rejects.toThrow(/./)
      await db.query('rollback to tried')
    }
  })
  const more = { id: randomUUID(), sessionId: signed, text: 'One more call.' }
  expect((await api.note.addendum(more)).addenda.map(({ text }) => text)).toEqual([
    'They called about the numbat.',
    'One more call.',
  ])
})

test('after an upgrade, an unsigned note is saved on its version, and parts are added beside it', async () => {
  expect(await api.note.save({ sessionId: draft, text: 'All three spoke.', version: 1 })).toMatchObject({ version: 2 })
  await api.note.save({ sessionId: draft, clientId: ben, text: 'Ben led.', version: 0 })
  expect((await textsOf(draft)).slice(0, 3)).toEqual([
    [null, 'All three spoke.'],
    [ana, ''],
    [ben, 'Ben led.'],
  ])
  expect(await historyOf({ sessionId: draft })).toEqual(['All three were quiet.'])
})

test('after an upgrade, the search finds notes and addenda once the index is rebuilt, but none in the trash', async () => {
  await buildSearchIndex(app)
  const found = async (query: string) => {
    const { groups, isBuilding } = await api.search.texts({ query })
    expect(isBuilding).toBe(false)
    return groups.flatMap(({ items }) => items.map(({ sessionId, clientId }) => [sessionId, clientId]))
  }
  expect(await found('quokka')).toEqual([[own, ana]])
  expect((await found('wombat')).map(([sessionId]) => sessionId)).toEqual([signed])
  expect((await found('numbat')).map(([sessionId]) => sessionId)).toEqual([signed])
  expect(await found('dingo')).toEqual([])
})

test('after an upgrade, a note in the trash keeps its text, and the product does not show it', async () => {
  await expect(api.note.parts({ sessionId: trashed })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await writeAsOwner(db, async () => {
    const { rows } = await db.query('select text, client_id from app.session_note where session_id = $1', [trashed])
    expect(rows).toEqual([{ text: 'About a dingo.', client_id: ben }])
  })
})

/**
 * Inserts a therapist with three clients, and notes of sessions: with one client, with several clients, with a client who has declined, and in the
 * trash.
 */
async function insertNotes(): Promise<void> {
  await writeAsOwner(db, async () => {
    const { insertPractice, insertSession, insertNote } = writeEarlierNotes(db, therapist)
    await insertPractice({ [ana]: 'Ana', [ben]: 'Ben', [cleo]: 'Cleo' })
    await insertSession({ id: own, days: 5, clients: [[ana]] })
    await insertNote(own, { texts: ['Ana spoke.', 'Ana spoke of a quokka.'], signedAt })
    await insertSession({ id: signed, days: 6, clients: [[ana], [ben]] })
    const addenda = { [addendum]: 'They called about the numbat.' }
    await insertNote(signed, { texts: ['Both argued.', 'Both argued about the wombat.'], signedAt, addenda })
    await insertSession({ id: declined, days: 7, clients: [[ana], [ben, 'declined']] })
    await insertNote(declined, { texts: ['Ana came alone.'], signedAt })
    await insertSession({ id: draft, days: 8, clients: [[ana], [ben], [cleo]] })
    await insertNote(draft, { texts: ['All three were quiet.'] })
    await insertSession({ id: emptied, days: 3, clients: [[ben]] })
    await insertNote(emptied, { texts: [''] })
    await insertSession({ id: ownDraft, days: 2, clients: [[ben]] })
    await insertNote(ownDraft, { texts: ['Ben was late.'] })
    await insertSession({ id: trashed, days: 9, clients: [[ben]], isDeleted: true })
    await insertNote(trashed, { texts: ['About a dingo.'] })
  })
}
