import { dayBounds, instantOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  commandOn,
  assignTask,
  taskInput,
  startAndComplete,
  emailTypesOf,
  advanceDays,
  advanceTo,
  refusalOf,
  runDueTaskJobs,
  dayInTaskTests,
  notificationTypesOf,
  advanceToNoon,
  taskTestZone,
} from '../task.testing.ts'

let therapist: Person
let people = 0
const app = await startSharedApp({ worker: false })
advanceToNoon(app)
therapist = await app.person('therapist')

/**
 * Creates a client of `therapist`. Signs the therapist in again first, because advancing the clock has expired the
 * login.
 */
async function pair() {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const client = await app.person('client', ++people)
  return { client, record: await connectClient(app, therapist, client) }
}
const titlesOf = async ({ api }: Person) => (await api.task.list({})).items.map(({ title }) => title)

test('a scheduled task is invisible to the client until it is delivered, once, with one email @slow', async () => {
  const { client, record } = await pair()
  const at = instantOf(dayInTaskTests(app, 1), '07:30', taskTestZone)
  const task = await assignTask(therapist, record, { delivery: { how: 'at', at } })
  expect([task.deliveredAt, task.may.withdraw]).toEqual([at, true])
  await runDueTaskJobs(app)
  expect(await refusalOf(client.api.task.get({ id: task.id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusalOf(client.api.task.comment({ id: randomUUID(), taskId: task.id, text: 'Hm' }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect([await titlesOf(client), await notificationTypesOf(client)]).toEqual([[], []])
  advanceTo(app, at)
  await Promise.all([runDueTaskJobs(app), runDueTaskJobs(app)])
  await runDueTaskJobs(app)
  expect([await titlesOf(client), await notificationTypesOf(client)]).toEqual([['Three names'], ['task-assigned']])
  expect(await emailTypesOf(app, client)).toEqual(['task-assigned'])
  const { history } = await client.api.task.get({ id: task.id })
  expect(history.map(({ by, action }) => `${by} ${action}`)).toEqual(['therapist assign', 'product deliver'])
})

test('a task that follows another is delivered in the therapist’s name when that one is completed @slow', async () => {
  const { client, record } = await pair()
  const first = await assignTask(therapist, record, { title: 'First' })
  const after = (taskId: string, title: string) =>
    assignTask(therapist, record, { title, delivery: { how: 'after', taskId } })
  const second = await after(first.id, 'Second')
  const third = await after(second.id, 'Third')
  expect(second.deliveredAt).toBeNull()
  await runDueTaskJobs(app)
  expect(await titlesOf(client)).toEqual(['First'])
  await startAndComplete(client, first.id)
  expect((await titlesOf(client)).toSorted()).toEqual(['First', 'Second'])
  const [news] = (await client.api.notification.list({})).items
  expect(news).toMatchObject({
    kind: 'task-assigned',
    relatedId: second.id,
    personName: `${therapist.firstName} ${therapist.lastName}`,
  })
  // The client withdraws the answer and completes the task again. The tasks that follow are not delivered a second time.
  await client.api.task.undo(commandOn(first.id))
  await client.api.task.complete({ ...commandOn(first.id), answer: { kind: 'plain', note: '' } })
  expect((await notificationTypesOf(client)).filter((kind) => kind === 'task-assigned')).toHaveLength(2)
  // Withdrawing the second task delivers the third, which follows it.
  await therapist.api.task.withdraw(commandOn(second.id))
  expect((await titlesOf(client)).toSorted()).toEqual(['First', 'Third'])
  expect((await after(first.id, 'At once')).deliveredAt).not.toBeNull()
  expect(third.deliveredAt).toBeNull()
})

test('a task cannot follow a task of another client or a withdrawn one @slow', async () => {
  const { record } = await pair()
  const { record: other } = await pair()
  const theirs = await assignTask(therapist, other)
  const gone = await assignTask(therapist, record)
  await therapist.api.task.withdraw(commandOn(gone.id))
  for (const taskId of [theirs.id, gone.id, randomUUID()]) {
    const wanted = taskInput([record], { delivery: { how: 'after', taskId } })
    expect(await refusalOf(therapist.api.task.assign(wanted))).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a repeated task is delivered day by day, with an email only for the first row @slow', async () => {
  const { client, record } = await pair()
  const wanted = { dueDay: dayInTaskTests(app), repeat: { every: 'daily', count: 4 } } as const
  const task = await assignTask(therapist, record, wanted)
  await runDueTaskJobs(app)
  expect(await titlesOf(client)).toHaveLength(1)
  advanceDays(app, 1)
  await runDueTaskJobs(app)
  await runDueTaskJobs(app)
  const two = await client.api.task.list({})
  expect(two.items.map(({ repeat, overdue }) => [repeat?.number, overdue])).toEqual([
    [1, true],
    [2, false],
  ])
  // The server was down for a day. Row 3, due on that day, is archived. Row 4, due today, is delivered.
  advanceDays(app, 2)
  await runDueTaskJobs(app)
  await runDueTaskJobs(app)
  expect((await client.api.task.list({})).items.map(({ repeat }) => repeat?.number)).toEqual([1, 2, 4])
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const all = await therapist.api.task.list({ clientId: record, withWaiting: true })
  expect(all.items.map(({ repeat, archived }) => [repeat?.number, archived])).toEqual([
    [1, false],
    [2, false],
    [4, false],
    [3, true],
  ])
  expect([await notificationTypesOf(client), await emailTypesOf(app, client)]).toEqual([
    ['task-assigned', 'task-assigned', 'task-assigned'],
    ['task-assigned'],
  ])
  expect(task.repeat).toEqual({ number: 1, of: 4 })
})

test('a questionnaire that repeats every four weeks arrives at most a week before it is due', async () => {
  const { record } = await pair()
  const form = { kind: 'questionnaire', name: 'phq-9' } as const
  const repeat = { every: 'four-weekly', count: 3 } as const
  await assignTask(therapist, record, { form, dueDay: dayInTaskTests(app), repeat })
  const { items } = await therapist.api.task.list({ clientId: record, withWaiting: true })
  const plan = items.map(({ dueDay, deliveredAt }) => [dueDay, deliveredAt])
  const deliveredFor = (later: number) => dayBounds(dayInTaskTests(app, later - 6), taskTestZone).from
  expect(plan.slice(1)).toEqual([
    [dayInTaskTests(app, 28), deliveredFor(28)],
    [dayInTaskTests(app, 56), deliveredFor(56)],
  ])
})

const phq9 = { form: { kind: 'questionnaire', name: 'phq-9' } } as const
const phq9Answer = { kind: 'questionnaire', name: 'phq-9', answers: Array<number>(9).fill(1), language: 'en' } as const

test('a repeated questionnaire that is not answered does not pile up, and its draft is kept', async () => {
  const { client, record } = await pair()
  const first = await assignTask(therapist, record, {
    ...phq9,
    dueDay: dayInTaskTests(app),
    repeat: { every: 'daily', count: 4 },
  })
  const answer = { ...phq9Answer, answers: [1, 2, null] }
  await client.api.task.saveDraft({ id: first.id, answer, version: 0 })
  for (let day = 1; day < 3; day++) {
    advanceDays(app, 1)
    await runDueTaskJobs(app)
    await runDueTaskJobs(app)
  }
  const open = await client.api.task.list({})
  expect(open.items.map(({ repeat, hasDraft }) => [repeat?.number, hasDraft])).toEqual([[1, true]])
  await client.api.task.saveDraft({ id: first.id, answer: phq9Answer, version: 1 })
  await client.api.task.complete({ ...commandOn(first.id), answer: phq9Answer })
  advanceDays(app, 1)
  await runDueTaskJobs(app)
  expect((await client.api.task.list({ part: 'open' })).items.map(({ repeat }) => repeat?.number)).toEqual([4])
})

test('a client has one open copy of a questionnaire, and the refusal names who has one', async () => {
  const { client, record } = await pair()
  const { record: other } = await pair()
  const open = await assignTask(therapist, record, phq9)
  const again = taskInput([record, other], phq9)
  const refused = { code: 'OPEN_COPY', data: { clientIds: [record] } }
  expect(await refusalOf(therapist.api.task.assign(again))).toMatchObject(refused)
  await assignTask(therapist, record, { form: { kind: 'questionnaire', name: 'gad-7' } })
  await client.api.task.start(commandOn(open.id))
  await client.api.task.complete({ ...commandOn(open.id), answer: phq9Answer })
  expect((await therapist.api.task.assign(again)).items).toHaveLength(2)
  const reopen = { ...commandOn(open.id), comment: 'Once more' }
  expect(await refusalOf(therapist.api.task.reopen(reopen))).toMatchObject(refused)
})

test('of two questionnaires that are assigned at the same time, one reaches the client', async () => {
  const { client, record } = await pair()
  const assign = () => therapist.api.task.assign(taskInput([record], phq9))
  const outcomes = await Promise.allSettled([assign(), assign()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await titlesOf(client)).toHaveLength(1)
})

test('the next row is delivered when the day ends in the client’s current zone', async () => {
  const { client, record } = await pair()
  await assignTask(therapist, record, { dueDay: dayInTaskTests(app), repeat: { every: 'daily', count: 2 } })
  await client.api.account.saveSettings({ language: 'en', zone: 'America/Los_Angeles' })
  advanceDays(app, 1)
  await runDueTaskJobs(app)
  expect(await titlesOf(client)).toHaveLength(1)
  // In Kiritimati, which is east of Berlin, the due day has already ended. After a change of the client’s time zone,
  // `tasks_to_deliver` also returns rows that are due within 26 hours.
  await client.api.account.saveSettings({ language: 'en', zone: 'Pacific/Kiritimati' })
  await runDueTaskJobs(app)
  expect(await titlesOf(client)).toHaveLength(2)
})

test('the client is reminded once at 09:00 on the due day, not of a completed or just delivered task @slow', async () => {
  const { client, record } = await pair()
  const dueDay = dayInTaskTests(app, 1)
  const open = await assignTask(therapist, record, { dueDay, title: 'open' })
  const done = await assignTask(therapist, record, { dueDay, title: 'done' })
  await startAndComplete(client, done.id)
  const moved = await assignTask(therapist, record, { dueDay, title: 'moved' })
  const { description, form } = await client.api.task.get({ id: moved.id })
  const { id, version, title, priority } = moved
  await therapist.api.task.edit({
    id,
    version,
    title,
    priority,
    description,
    form,
    files: [],
    dueDay: dayInTaskTests(app, 9),
  })
  const fresh = instantOf(dueDay, '08:45', taskTestZone)
  await assignTask(therapist, record, { dueDay, title: 'fresh', delivery: { how: 'at', at: fresh } })
  const told = async () => (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'task-due')
  advanceTo(app, instantOf(dueDay, '08:59', taskTestZone))
  await runDueTaskJobs(app)
  expect(await told()).toEqual([])
  advanceTo(app, instantOf(dueDay, '09:01', taskTestZone))
  await Promise.all([runDueTaskJobs(app), runDueTaskJobs(app)])
  await runDueTaskJobs(app)
  expect((await told()).map(({ relatedId }) => relatedId)).toEqual([open.id])
  expect((await emailTypesOf(app, client)).filter((kind) => kind === 'task-due')).toHaveLength(1)
})

test('a reminder waits for the end of the quiet hours, and is dropped when the day has ended by then @slow', async () => {
  const { client, record } = await pair()
  const dueDay = dayInTaskTests(app, 1)
  const mail = (await client.api.account.notificationSettings({})).mail
  await client.api.account.saveNotificationSettings({ quiet: { from: '08:00', to: '11:30' }, mail })
  const one = await assignTask(therapist, record, { dueDay })
  const due = async () => (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'task-due')
  advanceTo(app, instantOf(dueDay, '09:05', taskTestZone))
  await runDueTaskJobs(app)
  expect(await due()).toEqual([])
  advanceTo(app, instantOf(dueDay, '11:31', taskTestZone))
  await runDueTaskJobs(app)
  expect((await due()).map(({ relatedId }) => relatedId)).toEqual([one.id])
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  await assignTask(therapist, record, { dueDay: dayInTaskTests(app, 1) })
  advanceDays(app, 2)
  await runDueTaskJobs(app)
  expect(await due()).toHaveLength(1)
})

test('a task due on a day that the client’s zone skips is due on the next day', async () => {
  const { client, record } = await pair()
  await client.api.account.saveSettings({ language: 'en', zone: 'Pacific/Apia' })
  const { dueDay, overdue } = await assignTask(therapist, record, { dueDay: '2011-12-30' })
  expect([dueDay, overdue]).toEqual(['2011-12-31', true])
})

test('a record without an account gets tasks without emails, and a client who connects later can read them', async () => {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const client = await app.person('client', ++people)
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, invite: false })
  const task = await assignTask(therapist, id, { dueDay: dayInTaskTests(app, 1) })
  expect(task.deliveredAt).not.toBeNull()
  expect(await titlesOf(client)).toEqual([])
  await app.privileged.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  expect(await titlesOf(client)).toEqual(['Three names'])
  expect([await notificationTypesOf(client), await emailTypesOf(app, client)]).toEqual([[], []])
})
