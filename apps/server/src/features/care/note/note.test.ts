import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole, runQuery } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const minute = 60_000
const held = (daysAgo = 1) =>
  insertCompletedSession(app, therapist, record, new Date(Date.now() - daysAgo * 24 * 60 * minute))
const save = (sessionId: string, text: string, version: number) => therapist.api.note.save({ sessionId, text, version })
const sign = (sessionId: string, version: number, command = randomUUID()) =>
  therapist.api.note.sign({ sessionId, command, version })

test('an unwritten note is empty and has version 0', async () => {
  const sessionId = await held()
  expect(await therapist.api.note.open({ sessionId })).toEqual({
    sessionId,
    clientId: record,
    text: '',
    content: null,
    version: 0,
    updatedAt: null,
    signedAt: null,
    addenda: [],
    assistance: null,
  })
})

test('a note keeps its spaces and empty lines', async () => {
  const sessionId = await held()
  const text = '  Subjective:\n\n\nslept badly 🌧 \n'
  expect(await save(sessionId, text, 0)).toMatchObject({ version: 1 })
  expect(await therapist.api.note.open({ sessionId })).toMatchObject({ text, version: 1 })
})

test('a save on an older version is refused with the current text, and nothing is lost', async () => {
  const sessionId = await held()
  await save(sessionId, 'from the laptop', 0)
  await expect(save(sessionId, 'from the telephone', 0)).rejects.toMatchObject({
    code: 'NOTE_CHANGED',
    status: 409,
    data: { text: 'from the laptop', version: 1 },
  })
  expect((await therapist.api.note.open({ sessionId })).text).toBe('from the laptop')
})

test('repeating a save after a lost response changes nothing', async () => {
  const sessionId = await held()
  const first = await save(sessionId, 'once', 0)
  expect(await save(sessionId, 'once', 0)).toEqual(first)
})

test('of ten windows that save the same version at once, one succeeds @slow', async () => {
  const sessionId = await held()
  for (const version of [0, 1]) {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, window) => save(sessionId, `window ${window}, ${version}`, version)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await therapist.api.note.open({ sessionId })).version).toBe(version + 1)
  }
})

test('the history stores at most one earlier text in ten minutes, and always the signed text', async () => {
  const sessionId = await held()
  for (const [version, text] of ['one', 'one two', 'one two three'].entries()) await save(sessionId, text, version)
  expect((await texts(sessionId)).map((item) => item.text)).toEqual(['one'])
  app.clock.advance(11 * minute)
  await save(sessionId, 'next day', 3)
  expect((await texts(sessionId)).map((item) => item.text)).toEqual(['one two three', 'one'])
  await sign(sessionId, 4)
  expect((await texts(sessionId)).map((item) => item.text)).toEqual(['next day', 'one two three', 'one'])
})
const texts = async (sessionId: string) => (await therapist.api.note.history({ sessionId })).items

test('a signed note only gets addenda, even in the database', async () => {
  const sessionId = await held()
  const late = { id: randomUUID(), sessionId, text: 'It was the sister, not the mother.' }
  await expect(sign(sessionId, 0)).rejects.toMatchObject({ code: 'EMPTY' })
  await save(sessionId, 'said at the door', 0)
  await expect(therapist.api.note.addendum(late)).rejects.toMatchObject({ code: 'NOT_SIGNED' })
  await expect(sign(sessionId, 0)).rejects.toMatchObject({ code: 'NOTE_CHANGED', data: { version: 1 } })
  const command = randomUUID()
  const signed = await sign(sessionId, 1, command)
  expect(signed.signedAt).not.toBeNull()
  expect(await sign(sessionId, 1, command)).toEqual(signed)
  await expect(save(sessionId, 'said at the window', 1)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
  const forced = app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.session_note set text = 'other' where session_id = $1`, [sessionId]),
  )
  await expect(forced).rejects.toMatchObject({ code: '23001' })
  expect((await therapist.api.note.addendum(late)).addenda).toMatchObject([{ id: late.id, text: late.text }])
  expect((await therapist.api.note.addendum(late)).addenda).toHaveLength(1)
  await expect(therapist.api.note.addendum({ ...late, text: 'other words' })).rejects.toMatchObject({ status: 409 })
})

test('a note longer than 50,000 characters or with a null character is refused', async () => {
  const sessionId = await held()
  await expect(save(sessionId, 'x'.repeat(50_001), 0)).rejects.toMatchObject({ status: 400 })
  await expect(save(sessionId, 'a\u0000b', 0)).rejects.toMatchObject({ status: 400 })
  expect(await save(sessionId, 'x'.repeat(50_000), 0)).toMatchObject({ version: 1 })
})

test('the list of notes to write contains completed and past sessions without a signed note, oldest first', async () => {
  const other = await app.person('therapist', 2)
  const theirs = await connectClient(app, other, client)
  const [blank, begun, signed] = await Promise.all(
    [3, 2, 1].map((days) => insertCompletedSession(app, other, theirs, new Date(Date.now() - days * 24 * 60 * minute))),
  )
  await insertCompletedSession(app, other, theirs, new Date(Date.now() - 100 * 24 * 60 * minute))
  await other.api.note.save({ sessionId: begun ?? '', text: 'some words', version: 0 })
  await other.api.note.save({ sessionId: signed ?? '', text: 'all words', version: 0 })
  await other.api.note.sign({ sessionId: signed ?? '', command: randomUUID(), version: 1 })
  const { items } = await other.api.note.queue({ limit: 20 })
  expect(items.map((item) => [item.session.id, item.begun])).toEqual([
    [blank, false],
    [begun, true],
  ])
})

test('of a year of imported sessions, only those of the last 30 days are notes to write, planned ones of 90 days', async () => {
  const importing = await app.person('therapist', 3)
  const theirs = await connectClient(app, importing, client)
  const day = 24 * 60 * minute
  const on = (days: number) => insertCompletedSession(app, importing, theirs, new Date(Date.now() - days * day))
  const [planned, , recent] = [await on(80), await on(79), await on(20), await on(40), await on(300)]
  await runQuery(
    app.privileged.installerUrl,
    `set role attune_owner;
     alter table app.session no force row level security, disable trigger user;
     update app.session set created_at = starts_at - interval '1 day' where id = '${planned}';
     alter table app.session force row level security, enable trigger user`,
  )
  const { items, total } = await importing.api.note.queue({ limit: 20 })
  expect(items.map(({ session }) => session.id)).toEqual([planned, recent])
  expect(total).toBe(2)
})

test('notes that are marked as not needed leave the list, begun ones stay, and the change can be undone', async () => {
  const other = await app.person('therapist', 4)
  const theirs = await connectClient(app, other, client)
  const on = (days: number) =>
    insertCompletedSession(app, other, theirs, new Date(Date.now() - days * 24 * 60 * minute))
  const [begun, blank, recent] = [await on(12), await on(11), await on(3)]
  await other.api.note.save({ sessionId: begun, text: 'some words', version: 0 })
  const listed = async () => (await other.api.note.queue({ limit: 20 })).items.map(({ session }) => session.id)
  const neededFrom = new Date(Date.now() - 7 * 24 * 60 * minute).toISOString()
  expect(await other.api.note.setNeededFrom({ neededFrom })).toEqual({ neededBefore: null })
  expect(await listed()).toEqual([begun, recent])
  const { neededBefore } = await other.api.note.setNeededFrom({ neededFrom: null })
  expect(new Date(neededBefore ?? '')).toEqual(new Date(neededFrom))
  expect(await listed()).toEqual([begun, blank, recent])
})

test('opening a note writes one access log entry per quarter of an hour', async () => {
  const sessionId = await held()
  for (let time = 0; time < 3; time++) await therapist.api.note.open({ sessionId })
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select actor_id, action, thing from app.audit where thing_id = '${sessionId}'`,
  )
  expect(rows).toEqual([{ actor_id: therapist.accountId, action: 'open', thing: 'note' }])
})

test('a client cannot read the note on their session through the API, and the client and admin roles cannot read it in the database [3.08]', async () => {
  const sessionId = await held()
  await save(sessionId, 'canary of a note', 0)
  await expect(client.api.note.open({ sessionId })).rejects.toMatchObject({ status: 403 })
  for (const table of ['session_note', 'session_note_version', 'session_note_addendum']) {
    for (const role of ['client', 'admin'] as const) {
      const tried = app.db.asActor({ role, id: client.accountId }, (tx) => tx.run(`select from app.${table}`))
      await expect(tried, `${role} ${table}`).rejects.toMatchObject({ code: '42501' })
    }
    const worker = app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
      tx.run(`select from app.${table}`),
    )
    await expect(worker, table).rejects.toMatchObject({ code: '42501' })
  }
})
