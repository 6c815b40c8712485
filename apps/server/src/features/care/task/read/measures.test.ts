import { mostMeasures } from '@attune/contract/features/care/task/task.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { advanceDays, advanceToNoon, assignTask, commandOn, dayInTaskTests, taskTestZone } from '../task.testing.ts'
import { firstMeasures } from './measures.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)

type Measured = { therapist: Person; client: Person; record: string }
let people = 10

/** Connects a new client with the therapist, or with a new therapist if none is given. */
async function connected(therapist?: Person): Promise<Measured> {
  const [by, client] = [therapist ?? (await app.person('therapist', ++people)), await app.person('client', ++people)]
  return { therapist: by, client, record: await connectClient(app, by, client) }
}

const give = ({ therapist, record }: Measured, name: 'phq-9' | 'gad-7' = 'phq-9', more = {}) =>
  assignTask(therapist, record, { form: { kind: 'questionnaire', name }, ...more })

async function answer(measured: Measured, score: number, name: 'phq-9' | 'gad-7' = 'phq-9'): Promise<string> {
  const { id } = await give(measured, name)
  const items = Array.from({ length: name === 'phq-9' ? 8 : 7 }, (_, item) =>
    Math.min(3, Math.max(0, score - 3 * item)),
  )
  const answers = name === 'phq-9' ? [...items, 0] : items
  await measured.client.api.task.start(commandOn(id))
  await measured.client.api.task.complete({
    ...commandOn(id),
    answer: { kind: 'questionnaire', name, answers, language: 'en' },
  })
  return id
}

const rowsOf = async ({ therapist }: Measured) => (await therapist.api.task.measures({})).items
/** The number of lines that a client's access log has about task answers. */
const linesOf = async ({ client }: Measured) =>
  (await client.api.access.mine({ limit: 50 })).items.filter(({ thing }) => thing === 'task-answer').length
const auditsOf = async ({ record }: Measured) =>
  (
    await queryAsRole<{ count: number }>(
      'backup',
      app.databaseUrl,
      `select count(*)::int as count from app.audit where thing = 'task-answer' and action = 'open' and thing_id = '${record}'`,
    )
  )[0]?.count

test('an overview with more measures than it returns says so', () => {
  const rows = Array.from({ length: mostMeasures + 1 }, (_, row) => row)
  expect(firstMeasures(rows.slice(1))).toEqual({ rows: rows.slice(1), more: false })
  expect(firstMeasures(rows)).toEqual({ rows: rows.slice(0, -1), more: true })
})

test('the overview has the latest score of each measure with its instrument, the change since the first one, and what is not answered @slow', async () => {
  const one = await connected()
  await answer(one, 15)
  const [first] = await rowsOf(one)
  expect(first).toMatchObject({ instrumentId: 'phq-9', latest: { score: 15 }, change: null, open: null, paused: false })
  await answer(one, 9)
  await answer(one, 12, 'gad-7')
  const open = await give(one, 'gad-7', { dueDay: dayInTaskTests(app, 3) })
  const { items, instruments } = await one.therapist.api.task.measures({})
  expect(items).toMatchObject([
    {
      instrumentId: 'gad-7',
      latest: { score: 12 },
      change: null,
      open: { since: open.deliveredAt, dueDay: dayInTaskTests(app, 3), overdue: false },
    },
    {
      instrumentId: 'phq-9',
      latest: { score: 9 },
      change: { since: first?.latest?.at, points: -6, kind: 'improved' },
      open: null,
    },
  ])
  expect(instruments.map(({ title, range, reliableChange }) => [title, range?.to, reliableChange?.points])).toEqual([
    ['PHQ-9', 27, 6],
    ['GAD-7', 21, 4],
  ])
})

test('an answer that was taken back does not count, and an unanswered measure is overdue after its day @slow', async () => {
  const one = await connected()
  await one.client.api.account.saveSettings({ zone: taskTestZone })
  const id = await answer(one, 8)
  await one.client.api.task.undo(commandOn(id))
  expect(await rowsOf(one)).toMatchObject([{ latest: null, open: { dueDay: null, overdue: false } }])
  await one.therapist.api.task.withdraw(commandOn(id))
  expect(await rowsOf(one)).toEqual([])
  await give(one, 'gad-7', { dueDay: dayInTaskTests(app) })
  expect(await rowsOf(one)).toMatchObject([{ instrumentId: 'gad-7', open: { overdue: false } }])
  advanceDays(app, 1)
  const again = { ...one, therapist: { ...one.therapist, ...(await app.secondBrowser(one.therapist, 2)) } }
  expect(await rowsOf(again)).toMatchObject([{ open: { overdue: true } }])
})

test('no other therapist, no client and no admin sees the scores @slow', async () => {
  const one = await connected()
  await answer(one, 8)
  const other = await connected()
  await answer(other, 3)
  expect((await rowsOf(one)).map(({ client }) => client.id)).toEqual([one.record])
  expect((await rowsOf(other)).map(({ client }) => client.id)).toEqual([other.record])
  for (const stranger of [one.client, await app.person('admin')])
    expect((await stranger.send('task/measures', {})).status).toBe(403)
})

test('a paused client keeps the scores and has nothing open; a disconnected or erased one is gone @slow', async () => {
  const one = await connected()
  const leaving = await connected(one.therapist)
  const erased = await connected(one.therapist)
  for (const each of [one, leaving, erased]) await answer(each, 8)
  await give(one)
  await one.therapist.api.client.setStatus({ id: one.record, status: 'inactive', command: randomUUID() })
  expect((await rowsOf(one)).find(({ client }) => client.id === one.record)).toMatchObject({
    paused: true,
    latest: { score: 8 },
    open: null,
  })
  await leaving.client.api.connection.disconnect({ clientId: leaving.record, command: randomUUID() })
  expect((await rowsOf(one)).map(({ client }) => client.id).sort()).toEqual([one.record, erased.record].sort())
  await erased.client.api.login.deleteAccount({ password: erased.client.password })
  expect((await rowsOf(one)).map(({ client }) => client.id)).toEqual([one.record])
})

test('an opening adds one line and one audit row for each client whose score it shows; reading again with it adds none @slow', async () => {
  const one = await connected()
  const two = await connected(one.therapist)
  const unanswered = await connected(one.therapist)
  await answer(one, 8)
  await give(unanswered)
  const first = await one.therapist.api.task.measures({})
  expect([await linesOf(one), await linesOf(two), await linesOf(unanswered)]).toEqual([1, 0, 0])
  expect([await auditsOf(one), await auditsOf(unanswered)]).toEqual([1, 0])
  // Reads within a quarter of an hour share a line anyway.
  app.clock.advance(20 * 60_000)
  await answer(two, 5)
  const again = await one.therapist.api.task.measures({ opening: first.opening })
  expect(again.items.filter(({ latest }) => latest)).toHaveLength(2)
  expect([await linesOf(one), await linesOf(two)]).toEqual([1, 1])
  await one.therapist.api.task.measures({ opening: again.opening })
  expect([await linesOf(one), await linesOf(two)]).toEqual([1, 1])
  await one.therapist.api.task.measures({})
  expect([await linesOf(one), await linesOf(two)]).toEqual([2, 1])
})

test('the opening of another therapist, and one that was changed, count as a new opening', async () => {
  const one = await connected()
  await answer(one, 8)
  const { opening } = await one.therapist.api.task.measures({})
  const [time, ids, seal = ''] = opening.split('.')
  const stranger = await (await connected()).therapist.api.task.measures({})
  for (const [place, forged] of [`${time}.${ids}.${seal.slice(1)}`, stranger.opening, ''].entries()) {
    app.clock.advance(16 * 60_000)
    await one.therapist.api.task.measures({ opening: forged })
    expect(await linesOf(one)).toBe(place + 2)
  }
})
