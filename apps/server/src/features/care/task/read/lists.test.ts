import { instantOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import {
  assignTask,
  taskInput,
  startAndComplete,
  emailTypesOf,
  refusalOf,
  dayInTaskTests,
  notificationTypesOf,
  advanceToNoon,
  taskTestZone,
} from '../task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

test('one command assigns a task to several clients, notifies each once, and a repeat changes nothing [1.06] @slow', async () => {
  const [ana, ben] = [await app.person('client', 2), await app.person('client', 3)]
  const records = [await connectClient(app, therapist, ana), await connectClient(app, therapist, ben)]
  const wanted = taskInput(records, { dueDay: dayInTaskTests(app), repeat: { every: 'daily', count: 5 } })
  const [first, second] = await Promise.all([therapist.api.task.assign(wanted), therapist.api.task.assign(wanted)])
  expect(second).toEqual(first)
  expect(first.items.map(({ client: { id }, repeat }) => [id, repeat])).toEqual(
    records.map((id) => [id, { number: 1, of: 5 }]),
  )
  for (const person of [ana, ben]) {
    expect(await notificationTypesOf(person)).toEqual(['task-assigned'])
    expect(await emailTypesOf(app, person)).toEqual(['task-assigned'])
    expect((await person.api.task.list({})).items).toHaveLength(1)
  }
  expect(await refusalOf(therapist.api.task.assign({ ...wanted, clientIds: [records[0] ?? ''] }))).toMatchObject({
    code: 'CONFLICT',
  })
  const rows = await therapist.api.task.list({ clientId: records[0] ?? '', withWaiting: true })
  expect(rows.items.map(({ dueDay }) => dueDay)).toEqual([0, 1, 2, 3, 4].map((day) => dayInTaskTests(app, day)))
  expect((await therapist.api.task.list({ clientId: records[0] ?? '' })).items).toHaveLength(1)
})

test('lists are filtered and paged, open tasks first by due day @slow', async () => {
  const someone = await app.person('client', 4)
  const theirs = await connectClient(app, therapist, someone)
  const days = [2, 0, 1].map((later) => dayInTaskTests(app, later))
  for (const dueDay of days) await assignTask(therapist, theirs, { dueDay, title: dueDay })
  const undated = await assignTask(therapist, theirs, { title: 'undated', priority: 'low' })
  const late = await assignTask(therapist, theirs, { title: 'late', dueDay: dayInTaskTests(app, -1) })
  await startAndComplete(someone, late.id)
  const missed = await assignTask(therapist, theirs, {
    title: 'missed',
    dueDay: dayInTaskTests(app, -2),
    priority: 'high',
  })
  const titles = async (person: Person, filters: Parameters<typeof client.api.task.list>[0] = {}) =>
    (await person.api.task.list(filters)).items.map(({ title }) => title)
  const inOrder = ['missed', ...days.toSorted(), 'undated', 'late']
  expect(await titles(someone)).toEqual(inOrder)
  expect(await titles(therapist, { clientId: theirs })).toEqual(inOrder)
  expect(await titles(someone, { part: 'overdue' })).toEqual(['missed'])
  expect(await titles(therapist, { clientId: theirs, part: 'ended' })).toEqual(['late'])
  expect(await titles(someone, { priority: 'low' })).toEqual(['undated'])
  expect(await titles(someone, { dueFrom: dayInTaskTests(app, 1), dueUntil: dayInTaskTests(app, 1) })).toEqual([
    dayInTaskTests(app, 1),
  ])
  const paged: string[] = []
  for (let after: string | undefined; ;) {
    const page = await someone.api.task.list({ limit: 2, ...(after && { after }) })
    paged.push(...page.items.map(({ title }) => title))
    if (!page.next) break
    after = page.next
  }
  expect(paged).toEqual(inOrder)
  const mine = await someone.api.task.mine({})
  expect(mine.today.map(({ title }) => title)).toEqual(['missed', dayInTaskTests(app), 'undated'])
  expect(mine.soon.map(({ title }) => title)).toEqual([dayInTaskTests(app, 1), dayInTaskTests(app, 2)])
  expect([mine.done.map(({ title }) => title), mine.doneCount]).toEqual([['late'], 1])
  expect(missed.overdue).toBe(true)
  const board = await therapist.api.task.board({ clientId: theirs })
  expect([board.given, board.overdue, board.columns.map(({ count }) => count)]).toEqual([6, 1, [5, 0, 1, 0]])
  expect(await refusalOf(someone.api.task.get({ id: (await assignTask(therapist, record)).id }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(undated.dueDay).toBeNull()
})

test('therapist and client can read the status and due day of their own tasks, and nobody else can [7.02]', async () => {
  const someone = await app.person('client', 5)
  const theirs = await connectClient(app, therapist, someone)
  const { id } = await assignTask(therapist, theirs, { dueDay: dayInTaskTests(app, -1) })
  await assignTask(therapist, theirs)
  const dues = [
    { status: 'assigned', dueDay: dayInTaskTests(app, -1) },
    { status: 'assigned', dueDay: null },
  ]
  expect((await someone.api.task.dueDates({})).items).toEqual(dues)
  expect((await therapist.api.task.dueDates({})).items).toEqual(expect.arrayContaining(dues))
  for (const other of [await app.person('admin'), await app.person('therapist', 6), await app.person('client', 7)])
    expect((await other.api.task.dueDates({})).items).toEqual([])
  expect(await someone.api.task.counts({})).toEqual({ open: 2, overdue: 1, flagged: 0 })
  await startAndComplete(someone, id)
  expect(await someone.api.task.counts({})).toEqual({ open: 1, overdue: 0, flagged: 0 })
})

test('a task can belong to a session of the same client and is found by that session', async () => {
  const sessionId = await scheduleSessionAt(
    therapist,
    record,
    new Date(instantOf(dayInTaskTests(app, 3), '08:00', taskTestZone)),
  )
  const { id } = await assignTask(therapist, record, { sessionId })
  expect((await therapist.api.task.list({ sessionId })).items.map((task) => task.id)).toEqual([id])
  const other = await connectClient(app, therapist, await app.person('client', 6))
  expect(await refusalOf(therapist.api.task.assign(taskInput([other], { sessionId })))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await refusalOf(therapist.api.task.assign(taskInput([record], { sessionId: randomUUID() })))).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a therapist with 200 templates can change one and cannot save another one @slow', async () => {
  const { id, title, description, priority, form } = taskInput([record])
  const template = { id, title, description, priority, form }
  const other = await app.person('therapist', 3)
  for (let n = 0; n < 200; n++) await other.api.task.saveTemplate({ ...template, id: n ? randomUUID() : id })
  await other.api.task.saveTemplate({ ...template, title: 'Changed' })
  const another = other.api.task.saveTemplate({ ...template, id: randomUUID() })
  await expect(another).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED', data: { limit: 200 } })
})

test('only the therapist can save, replace and delete their templates', async () => {
  const { id, title, description, priority, form } = { ...taskInput([record]), title: 'Sleep diary' }
  const template = { id, title, description, priority, form }
  await therapist.api.task.saveTemplate(template)
  await therapist.api.task.saveTemplate({ ...template, title: 'Sleep diary, mornings' })
  expect((await therapist.api.task.templates({})).items).toMatchObject([{ id, title: 'Sleep diary, mornings' }])
  const stranger = await app.person('therapist', 2)
  expect((await stranger.api.task.templates({})).items).toEqual([])
  expect(await refusalOf(stranger.api.task.deleteTemplate({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusalOf(stranger.api.task.saveTemplate(template))).toMatchObject({ code: 'CONFLICT' })
  const twice = { ...template, id: randomUUID() }
  await Promise.all([therapist.api.task.saveTemplate(twice), therapist.api.task.saveTemplate(twice)])
  await therapist.api.task.deleteTemplate({ id: twice.id })
  const image = { type: 'image' as const, attrs: { fileId: randomUUID(), alt: '' } }
  const shown = { type: 'doc' as const, content: [image] }
  expect(await refusalOf(therapist.api.task.saveTemplate({ ...template, description: shown }))).toMatchObject({
    code: 'BAD_REQUEST',
  })
  await therapist.api.task.deleteTemplate({ id })
  expect((await therapist.api.task.templates({})).items).toEqual([])
})
