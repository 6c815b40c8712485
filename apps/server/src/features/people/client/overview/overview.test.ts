import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { newJournalEntry } from '../../../../testing/records/journal.ts'
import type { Person } from '../../../../testing/people.ts'
import {
  connectClient,
  insertChangeRequest,
  insertSession,
  scheduleSessionAt,
} from '../../../../testing/records/sessions.ts'
import { insertTask } from '../../../../testing/records/tasks.ts'

let app: TestApp
let therapist: Person
let ids: Record<'client' | 'next' | 'last' | 'entry', string>
const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day)

beforeAll(async () => {
  app = await createTestApp({ worker: false })
  therapist = await app.person('therapist')
  const client = await app.person('client')
  const clientId = await connectClient(app, therapist, client)
  const startsAt = inDays(-3).toISOString()
  const last = await insertSession(app, therapist, clientId, { status: 'completed', startsAt })
  const next = await scheduleSessionAt(therapist, clientId, inDays(4))
  await insertChangeRequest(
    app,
    { therapist, client, recordId: clientId },
    { sessionId: next, startsAt: inDays(4).toISOString(), proposed: inDays(5).toISOString() },
  )
  await insertTask(app, therapist, clientId, { text: 'Sleep diary', dueDay: '2020-01-05' })
  const entry = newJournalEntry('The letter is finished.', { title: 'The letter' })
  await client.api.journal.save(entry)
  await client.api.journal.share({ id: entry.id, therapistIds: [therapist.accountId], command: randomUUID() })
  await therapist.api.note.save({ sessionId: last, text: 'One\n\nTwo\nThree\nFour\nFive', version: 0 })
  await therapist.api.note.saveText({ sessionId: last, kind: 'next-steps', text: 'Keep the diary.', version: 0 })
  ids = { client: clientId, next, last, entry: entry.id }
})
afterAll(() => app.close())

const listed = async (input: Parameters<Person['api']['client']['list']>[0] = {}) =>
  therapist.api.client.list({ withOpen: true, ...input })

test('one call returns what the overview of a record shows', async () => {
  expect(await therapist.api.client.overview({ id: ids.client })).toMatchObject({
    waiting: [{ session: { id: ids.next }, change: { kind: 'update' } }],
    nextSession: { id: ids.next },
    lastSession: { session: { id: ids.last }, note: 'begun' },
    nextSteps: { sessionId: ids.last, text: 'Keep the diary.', isShared: false },
    entries: { shared: 1, count: 1, items: [{ id: ids.entry, title: 'The letter' }] },
    tasks: { count: 1, items: [{ title: 'Sleep diary', overdue: true }] },
    notes: [{ sessionId: ids.last, lines: 'One\nTwo\nThree\nFour…', isSigned: false }],
    balances: [],
  })
})

test('the overview of another therapist’s client is not found, and other clients have none of its requests [6.06]', async () => {
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.client.overview({ id: ids.client })).rejects.toMatchObject({ status: 404 })
  await expect(therapist.api.client.overview({ id: randomUUID() })).rejects.toMatchObject({ status: 404 })
  const other = await therapist.api.client.add({ id: randomUUID(), ...minimalClient, invite: false })
  expect(await therapist.api.client.overview({ id: other.id })).toEqual({
    waiting: [],
    nextSession: null,
    lastSession: null,
    nextSteps: null,
    entries: { shared: 0, count: 0, items: [] },
    tasks: { count: 0, items: [] },
    notes: [],
    balances: [],
  })
})

test('the list says what is open with a client, the most urgent first, and how many clients each filter finds', async () => {
  const { items, counts } = await listed({ only: 'open' })
  expect(items.map(({ id }) => id)).toEqual([ids.client])
  expect(items[0]?.open).toMatchObject([
    { kind: 'move', count: 1, id: ids.next },
    { kind: 'task', count: 1 },
    { kind: 'note', count: 1, id: ids.last },
    { kind: 'entry', count: 1, id: null },
  ])
  const { items: all } = await listed()
  expect(counts).toMatchObject({ all: all.length, open: 1, active: 1, withoutNext: 0 })
  expect((await listed({ only: 'without-next' })).items).toEqual([])
  const bare = await therapist.api.client.list({})
  expect(bare.counts).toBeNull()
  expect(bare.items.every(({ open }) => open.length === 0)).toBe(true)
})
