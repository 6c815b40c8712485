import { dayBounds, shiftDay } from '@attune/contract/common/time/time'
import type { NewTask } from '@attune/contract/features/care/task/task.fields'
import { choiceItem, sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { releasedMeasure } from '../../measure/measure.testing.ts'
import {
  advanceDays,
  advanceToNoon,
  assignTask,
  commandOn,
  dayInTaskTests,
  refusalOf,
  runDueTaskJobs,
  taskInput,
  taskTestZone,
} from '../task.testing.ts'
import { repeatDays } from './due-days.ts'

const app = await startSharedApp({ worker: false })

/** Returns the number of days until the next day, at least 20 days ahead, on which the clocks change. */
function daysToClockChange(): number {
  const lasts = (later: number) => {
    const { from, to } = dayBounds(dayInTaskTests(app, later), taskTestZone)
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }
  return Array.from({ length: 366 }, (_, place) => place + 20).find((later) => lasts(later) !== 24) ?? 0
}
const changeDay = dayInTaskTests(app, daysToClockChange())
// The clock advances before people sign in, because a login would expire.
advanceDays(app, daysToClockChange() - 11)
advanceToNoon(app)
let therapist = await app.person('therapist')
let people = 0

async function pair() {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const client = await app.person('client', ++people)
  return { client, record: await connectClient(app, therapist, client) }
}

/** Assigns a measure of the therapist every week: first due in two days, and last due at most `days` days after that. */
async function assignWeekly(record: string, { days }: { days: number }) {
  const { id: measureId } = await releasedMeasure(
    therapist,
    sampleMeasure({ items: [choiceItem('1', [0, 1])], scores: [] }),
  )
  const dueDay = dayInTaskTests(app, 2)
  const repeat = { every: 'weekly', until: shiftDay(dueDay, days) } as const
  const form = { kind: 'measure', measureId } as const
  return { task: await assignTask(therapist, record, { form, dueDay, repeat }), dueDay, measureId }
}

async function answer(client: Person, id: string, measureId: string) {
  await client.api.task.start(commandOn(id))
  const given = { kind: 'measure', measureId, answers: { '1': '0' }, language: 'en' } as const
  await client.api.task.complete({ ...commandOn(id), answer: given })
}

/** Runs the due jobs once for each row that can become due. */
async function runAll() {
  for (let round = 0; round < 6; round++) await runDueTaskJobs(app)
}
const openOf = async ({ api }: Person) => (await api.task.list({ part: 'open' })).items
const rowsOf = async (record: string) => {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const { items } = await therapist.api.task.list({ clientId: record, withWaiting: true, limit: 100 })
  return items.toSorted((a, b) => (a.repeat?.number ?? 0) - (b.repeat?.number ?? 0))
}

test('a repeat has the days up to its end, which may be one of them', () => {
  const days = (every: 'weekly' | 'monthly' | 'weekdays' | 'daily', until: string, first = '2026-03-20') =>
    repeatDays({ every, until }, first, taskTestZone)
  expect(days('weekly', '2026-04-03')).toEqual(['2026-03-20', '2026-03-27', '2026-04-03'])
  expect(days('weekly', '2026-04-02')).toEqual(['2026-03-20', '2026-03-27'])
  expect(days('monthly', '2026-05-30', '2026-03-31')).toEqual(['2026-03-31', '2026-04-30'])
  expect(days('weekdays', '2026-03-24')).toEqual(['2026-03-20', '2026-03-23', '2026-03-24'])
  expect(days('daily', '2036-03-20')).toHaveLength(90)
  expect(repeatDays({ every: 'daily', until: '2011-12-31' }, '2011-12-29', 'Pacific/Apia')).toEqual([
    '2011-12-29',
    '2011-12-31',
  ])
})

test('an end that gives one repeat or more than 90 is refused', async () => {
  const { record } = await pair()
  const attempt = (repeat: NewTask['repeat']) =>
    refusalOf(therapist.api.task.assign(taskInput([record], { dueDay: dayInTaskTests(app), repeat })))
  for (const repeat of [
    { every: 'weekly', until: dayInTaskTests(app, 6) },
    { every: 'daily', until: dayInTaskTests(app, 90) },
    { every: 'daily', until: dayInTaskTests(app, -1) },
  ] as const)
    expect(await attempt(repeat)).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a questionnaire with an end comes each week at midnight while the clocks change, and not after its end @slow', async () => {
  const { client, record } = await pair()
  const { dueDay, measureId } = await assignWeekly(record, { days: 20 })
  expect(dueDay < changeDay && changeDay < shiftDay(dueDay, 14)).toBe(true)
  const days = [dueDay, shiftDay(dueDay, 7), shiftDay(dueDay, 14)]
  const rows = await rowsOf(record)
  expect(rows.map((row) => row.dueDay)).toEqual(days)
  expect(rows.map(({ repeat }) => repeat)).toEqual([1, 2, 3].map((number) => ({ number, of: 3 })))
  for (const [place, row] of rows.entries()) {
    // Each row comes when the due day of the row before has ended.
    const before = days[place - 1]
    if (before) expect(row.deliveredAt).toBe(dayBounds(before, taskTestZone).to)
    if (before) advanceDays(app, place === 1 ? 3 : 7)
    await runAll()
    const open = await openOf(client)
    expect(open.map((task) => task.dueDay)).toEqual([days[place]])
    await answer(client, open[0]?.id ?? '', measureId)
  }
  advanceDays(app, 14)
  await runAll()
  expect(await openOf(client)).toEqual([])
})

test('an unanswered questionnaire stays the only copy until its end @slow', async () => {
  const { client, record } = await pair()
  const { task } = await assignWeekly(record, { days: 21 })
  for (let week = 0; week < 5; week++) {
    advanceDays(app, 7)
    await runAll()
    expect((await openOf(client)).map(({ id }) => id)).toEqual([task.id])
  }
  expect((await rowsOf(record)).map(({ archived }) => archived)).toEqual([false, true, true, true])
})

test('a paused client gets no copy, and afterwards those that are still due', async () => {
  const { client, record } = await pair()
  const { dueDay, measureId } = await assignWeekly(record, { days: 28 })
  await answer(client, (await openOf(client))[0]?.id ?? '', measureId)
  await therapist.api.client.setStatus({ id: record, status: 'inactive', command: randomUUID() })
  for (let week = 0; week < 2; week++) {
    advanceDays(app, 7)
    await runAll()
    expect(await openOf(client)).toEqual([])
  }
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  await therapist.api.client.setStatus({ id: record, status: 'active', command: randomUUID() })
  await runAll()
  expect((await openOf(client)).map((task) => task.dueDay)).toEqual([shiftDay(dueDay, 14)])
  const [, missed, , ...later] = await rowsOf(record)
  expect([missed?.archived, later.map(({ archived }) => archived)]).toEqual([true, [false, false]])
})

test('the end of the connection ends the repeat before its date @slow', async () => {
  const { client, record } = await pair()
  const { measureId } = await assignWeekly(record, { days: 28 })
  await answer(client, (await openOf(client))[0]?.id ?? '', measureId)
  await therapist.api.connection.disconnect({ clientId: record, command: randomUUID() })
  advanceDays(app, 10)
  await runAll()
  expect(await openOf(client)).toEqual([])
  expect((await rowsOf(record)).map(({ archived }) => archived)).toEqual([false, true, true, true, true])
})
