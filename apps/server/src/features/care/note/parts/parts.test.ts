import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const other = await app.person('therapist', 2)
const [ana, ben] = [await app.person('client', 1), await app.person('client', 2)]
const [anaId, benId] = [await connectClient(app, therapist, ana), await connectClient(app, therapist, ben)]
const { note } = therapist.api

const dayMs = 24 * 60 * 60_000
let days = 1
let sessionId = ''
/** A completed session with Ana and Ben, on another day in each test. */
beforeEach(async () => {
  sessionId = await insertJointSession(app, therapist, [anaId, benId], new Date(Date.now() - ++days * dayMs))
})

const save = (text: string, clientId?: string, version = 0) => note.save({ sessionId, clientId, text, version })
const signAll = (...parts: [clientId: string | null, version: number][]) =>
  note.signAll({ sessionId, command: randomUUID(), parts: parts.map(([clientId, version]) => ({ clientId, version })) })
const textsOf = ({ parts }: { parts: { clientId: string | null; text: string }[] }) =>
  parts.map(({ clientId, text }) => [clientId, text])
const toWrite = async () => (await note.queue({ limit: 100 })).items.find(({ session }) => session.id === sessionId)
const linesOf = async (person: typeof ana) =>
  (await person.api.access.mine({})).items.filter(({ thing }) => thing === 'note').length

test('a note of two clients has a shared part and one part for each, a note of one client only theirs [3.08]', async () => {
  const alone = await insertCompletedSession(app, therapist, anaId, new Date(Date.now() - dayMs / 2))
  expect((await note.parts({ sessionId: alone })).parts.map(({ clientId }) => clientId)).toEqual([anaId])
  expect((await note.open({ sessionId: alone })).clientId).toBe(anaId)
  const { parts } = await note.parts({ sessionId })
  expect(new Set(parts.map(({ clientId }) => clientId))).toEqual(new Set([null, anaId, benId]))
  expect(parts.length).toBe(3)
  expect((await note.open({ sessionId })).clientId).toBeNull()
})

test('each part has its own text, version, history and conflict [3.08]', async () => {
  await save('Both came late.')
  await save('Ana was calm.', anaId)
  await save('Ana was very calm.', anaId, 1)
  await expect(save('Ben', anaId, 1)).rejects.toMatchObject({
    code: 'NOTE_CHANGED',
    data: { text: 'Ana was very calm.', version: 2 },
  })
  await save('Ben was quiet.', benId)
  expect(new Map(textsOf(await note.parts({ sessionId })) as [string | null, string][])).toEqual(
    new Map([
      [null, 'Both came late.'],
      [anaId, 'Ana was very calm.'],
      [benId, 'Ben was quiet.'],
    ]),
  )
  expect((await note.history({ sessionId, clientId: anaId })).items.map(({ text }) => text)).toEqual(['Ana was calm.'])
  expect((await note.history({ sessionId, clientId: benId })).items).toEqual([])
})

test('from a record, only its own part and the shared one are read', async () => {
  await save('Both came late.')
  await save('Ana was calm.', anaId)
  await save('Ben was quiet.', benId)
  expect(textsOf(await note.parts({ sessionId, clientId: anaId }))).toEqual([
    [null, 'Both came late.'],
    [anaId, 'Ana was calm.'],
  ])
  const list = (await note.ofClient({ clientId: anaId })).items.filter((item) => item.sessionId === sessionId)
  expect(list.map(({ isShared, excerpt }) => [isShared, excerpt]).toSorted()).toEqual([
    [false, 'Ana was calm.'],
    [true, 'Both came late.'],
  ])
  const printed = (await note.printOfClient({ clientId: anaId })).items.filter((item) => item.sessionId === sessionId)
  expect(printed.map(({ text, others }) => [text, others])).toEqual([['Ana was calm.', []]])
  const all = (await note.printOfClient({ clientId: anaId, withShared: true })).items
  const shared = all.filter((item) => item.sessionId === sessionId && item.isShared)
  expect(shared.map(({ text }) => text)).toEqual(['Both came late.'])
  expect(shared[0]?.others).toEqual([list.find(({ isShared }) => isShared)?.others[0]])
  expect(shared[0]?.others).toHaveLength(1)
  const found = await note.ofClient({ clientId: anaId, search: 'quiet' })
  expect(found.items).toEqual([])
})

test('one signature locks all parts with text at one moment, and a missing part is signed alone [3.08]', async () => {
  await save('Both came late.')
  await save('Ana was calm.', anaId)
  const { parts } = await signAll([null, 1], [anaId, 1], [benId, 0])
  const times = new Map(parts.map(({ clientId, signedAt }) => [clientId, signedAt]))
  expect(times.get(anaId)).toBe(times.get(null))
  expect([times.get(anaId) === null, times.get(benId)]).toEqual([false, null])
  await expect(save('Changed', anaId, 1)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
  const addendum = { id: randomUUID(), sessionId, clientId: anaId, text: 'And tired.' }
  expect((await note.addendum(addendum)).addenda).toMatchObject([{ text: 'And tired.' }])
  await expect(note.addendum({ ...addendum, id: randomUUID(), clientId: benId })).rejects.toMatchObject({
    code: 'NOT_SIGNED',
  })
  await save('Ben came after all.', benId)
  expect((await note.sign({ sessionId, clientId: benId, command: randomUUID(), version: 1 })).signedAt).not.toBeNull()
})

test('signing refuses a part with a text that the therapist has not seen, and names it', async () => {
  await save('Ana was calm.', anaId)
  await save('From the phone.', benId)
  await expect(signAll([null, 0], [anaId, 1], [benId, 0])).rejects.toMatchObject({
    code: 'NOTE_CHANGED',
    data: { clientId: benId, text: 'From the phone.', version: 1 },
  })
  expect((await note.parts({ sessionId })).parts.filter(({ signedAt }) => signedAt)).toEqual([])
})

test('signing a note without any text is refused', async () => {
  await expect(signAll([null, 0], [anaId, 0], [benId, 0])).rejects.toMatchObject({ code: 'EMPTY' })
})

test('notes to write count people, without those who were absent, until the note is signed', async () => {
  const before = (await note.counts({})).toWrite
  expect((await toWrite())?.clientIds.toSorted()).toEqual([anaId, benId].toSorted())
  await save('Ana was calm.', anaId)
  expect(await toWrite()).toMatchObject({ begun: true })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('session_client')
      .set({ attendance: 'absent' })
      .where('session_id', '=', sessionId)
      .where('client_id', '=', benId)
      .execute(),
  )
  expect((await toWrite())?.clientIds).toEqual([anaId])
  expect((await note.counts({})).toWrite).toBe(before - 1)
  await save('Ben wrote to me.', benId)
  expect((await toWrite())?.clientIds.toSorted()).toEqual([anaId, benId].toSorted())
  await signAll([anaId, 1], [benId, 1])
  expect(await toWrite()).toBeUndefined()
})

test('a shared part with text waits alone if each part is signed', async () => {
  await save('Ana was calm.', anaId)
  await note.sign({ sessionId, clientId: anaId, command: randomUUID(), version: 1 })
  expect(await toWrite()).toBeUndefined()
  await save('Both came late.')
  expect(await toWrite()).toMatchObject({ begun: true, clientIds: [] })
})

test('the state of a note is begun while a part with text is not signed', async () => {
  const state = async () => (await note.states({ sessionIds: [sessionId] })).items
  expect(await state()).toEqual([{ sessionId, state: 'none' }])
  await save('Ana was calm.', anaId)
  expect(await state()).toEqual([{ sessionId, state: 'begun' }])
  await signAll([anaId, 1])
  expect(await state()).toEqual([{ sessionId, state: 'signed' }])
  await save('Ben came after all.', benId)
  expect(await state()).toEqual([{ sessionId, state: 'begun' }])
  expect(await other.api.note.states({ sessionIds: [sessionId] })).toEqual({ items: [] })
})

test('opening a part leaves a line for its client alone, and the shared part one for both', async () => {
  await save('Ana was calm.', anaId)
  const [anaBefore, benBefore] = [await linesOf(ana), await linesOf(ben)]
  app.clock.advance(16 * 60_000)
  await note.parts({ sessionId })
  expect([await linesOf(ana), await linesOf(ben)]).toEqual([anaBefore + 1, benBefore])
  app.clock.advance(16 * 60_000)
  await note.open({ sessionId, clientId: anaId })
  expect([await linesOf(ana), await linesOf(ben)]).toEqual([anaBefore + 2, benBefore])
  await save('Both came late.')
  app.clock.advance(16 * 60_000)
  await note.parts({ sessionId, clientId: anaId })
  expect([await linesOf(ana), await linesOf(ben)]).toEqual([anaBefore + 3, benBefore])
  await note.parts({ sessionId })
  expect(await linesOf(ben)).toBe(benBefore + 1)
})

test('a part of another therapist, and a part about a client who is not in the session, are not found', async () => {
  await save('Ana was calm.', anaId)
  const noraId = await connectClient(app, therapist, await app.person('client', 3))
  await expect(other.api.note.parts({ sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(save('Nora', noraId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(note.open({ sessionId, clientId: noraId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the previous part is the latest one about the same client, also of a session with others', async () => {
  await save('Ana was calm.', anaId)
  const hourAfter = (hours: number) => new Date(Date.now() - days * dayMs + hours * 60 * 60_000)
  const next = await insertCompletedSession(app, therapist, anaId, hourAfter(1))
  expect((await note.previous({ sessionId: next })).note).toMatchObject({ text: 'Ana was calm.' })
  const both = await insertJointSession(app, therapist, [anaId, benId], hourAfter(2))
  expect((await note.previous({ sessionId: both, clientId: benId })).note?.text).not.toBe('Ana was calm.')
})
