import { instantOf } from '@attune/contract/common/time'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareClient } from '../../testing/clients.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import {
  act,
  assign,
  given,
  handIn,
  mailedTo,
  passDays,
  passUntil,
  refusal,
  runDue,
  today,
  toldTo,
  waitForNoon,
  zone,
} from './task.testing.ts'

let house: TestHouse
let therapist: Person
let people = 0
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  waitForNoon(house)
  therapist = await house.person('therapist')
})
afterAll(() => house.close())

/** Somebody new with a therapist who has just signed in: time passes in these tests, and a login of hers with it. */
async function pair() {
  therapist = { ...therapist, ...(await house.secondBrowser(therapist, 2)) }
  const client = await house.person('client', ++people)
  return { client, record: await connectClient(house, therapist, client) }
}
const titlesOf = async ({ api }: Person) => (await api.task.list({})).items.map(({ title }) => title)

test('a task that is for later is not the client’s before its moment, and then comes once with one mail [1.06]', async () => {
  const { client, record } = await pair()
  const at = instantOf(today(house, 1), '07:30', zone)
  const task = await assign(therapist, record, { delivery: { how: 'at', at } })
  expect([task.deliveredAt, task.may.withdraw]).toEqual([at, true])
  await runDue(house)
  expect(await refusal(client.api.task.get({ id: task.id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(client.api.task.comment({ id: randomUUID(), taskId: task.id, text: 'Hm' }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect([await titlesOf(client), await toldTo(client)]).toEqual([[], []])
  passUntil(house, at)
  await Promise.all([runDue(house), runDue(house)])
  await runDue(house)
  expect([await titlesOf(client), await toldTo(client)]).toEqual([['Three names'], ['task-assigned']])
  expect(await mailedTo(house, client)).toEqual(['task-assigned'])
  const { history } = await client.api.task.get({ id: task.id })
  expect(history.map(({ by, action }) => `${by} ${action}`)).toEqual(['therapist assign', 'product deliver'])
})

test('a task that waits for another comes when that one is handed in, in the name of its therapist [1.06]', async () => {
  const { client, record } = await pair()
  const first = await assign(therapist, record, { title: 'First' })
  const after = (taskId: string, title: string) =>
    assign(therapist, record, { title, delivery: { how: 'after', taskId } })
  const second = await after(first.id, 'Second')
  const third = await after(second.id, 'Third')
  expect(second.deliveredAt).toBeNull()
  await runDue(house)
  expect(await titlesOf(client)).toEqual(['First'])
  await handIn(client, first.id)
  expect((await titlesOf(client)).toSorted()).toEqual(['First', 'Second'])
  const [news] = (await client.api.notification.list({})).items
  expect(news).toMatchObject({
    kind: 'task-assigned',
    relatedId: second.id,
    personName: `${therapist.firstName} ${therapist.lastName}`,
  })
  // Taken back and handed in again, it delivers nothing twice.
  await client.api.task.undo(act(first.id))
  await client.api.task.complete({ ...act(first.id), answer: { kind: 'plain', note: '' } })
  expect((await toldTo(client)).filter((kind) => kind === 'task-assigned')).toHaveLength(2)
  // The one between is taken back: what waited for it waits no longer.
  await therapist.api.task.withdraw(act(second.id))
  expect((await titlesOf(client)).toSorted()).toEqual(['First', 'Third'])
  expect((await after(first.id, 'At once')).deliveredAt).not.toBeNull()
  expect(third.deliveredAt).toBeNull()
})

test('a task cannot wait for one of somebody else, nor for one that was taken back [1.06]', async () => {
  const { record } = await pair()
  const { record: other } = await pair()
  const theirs = await assign(therapist, other)
  const gone = await assign(therapist, record)
  await therapist.api.task.withdraw(act(gone.id))
  for (const taskId of [theirs.id, gone.id, randomUUID()]) {
    const wanted = given([record], { delivery: { how: 'after', taskId } })
    expect(await refusal(therapist.api.task.assign(wanted))).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a repeated task comes day by day, the later rows without a mail; a day that nobody could deliver is put away [1.06]', async () => {
  const { client, record } = await pair()
  const wanted = { dueDay: today(house), repeat: { every: 'daily', count: 4 } } as const
  const task = await assign(therapist, record, wanted)
  await runDue(house)
  expect(await titlesOf(client)).toHaveLength(1)
  passDays(house, 1)
  await runDue(house)
  await runDue(house)
  const two = await client.api.task.list({})
  expect(two.items.map(({ repeat, overdue }) => [repeat?.number, overdue])).toEqual([
    [1, true],
    [2, false],
  ])
  // The server slept for a day: the row of that day is put away, the one of today comes.
  passDays(house, 2)
  await runDue(house)
  await runDue(house)
  expect((await client.api.task.list({})).items.map(({ repeat }) => repeat?.number)).toEqual([1, 2, 4])
  therapist = { ...therapist, ...(await house.secondBrowser(therapist, 2)) }
  const all = await therapist.api.task.list({ clientId: record, withWaiting: true })
  expect(all.items.map(({ repeat, archived }) => [repeat?.number, archived])).toEqual([
    [1, false],
    [2, false],
    [4, false],
    [3, true],
  ])
  expect([await toldTo(client), await mailedTo(house, client)]).toEqual([
    ['task-assigned', 'task-assigned', 'task-assigned'],
    ['task-assigned'],
  ])
  expect(task.repeat).toEqual({ number: 1, of: 4 })
})

test('whoever travels gets the next row when the day is over where they are [1.06]', async () => {
  const { client, record } = await pair()
  await assign(therapist, record, { dueDay: today(house), repeat: { every: 'daily', count: 2 } })
  await client.api.account.saveSettings({ language: 'en', zone: 'America/Los_Angeles' })
  passDays(house, 1)
  await runDue(house)
  expect(await titlesOf(client)).toHaveLength(1)
  // East of Berlin the day is over hours before: the sweep looks ahead for whoever has moved.
  await client.api.account.saveSettings({ language: 'en', zone: 'Pacific/Kiritimati' })
  await runDue(house)
  expect(await titlesOf(client)).toHaveLength(2)
})

test('on the due day its client is reminded at nine, once, and not of what is done or has just come [1.06]', async () => {
  const { client, record } = await pair()
  const dueDay = today(house, 1)
  const open = await assign(therapist, record, { dueDay, title: 'open' })
  const done = await assign(therapist, record, { dueDay, title: 'done' })
  await handIn(client, done.id)
  const moved = await assign(therapist, record, { dueDay, title: 'moved' })
  const { description, form } = await client.api.task.get({ id: moved.id })
  const { id, version, title, priority } = moved
  await therapist.api.task.edit({ id, version, title, priority, description, form, files: [], dueDay: today(house, 9) })
  const fresh = instantOf(dueDay, '08:45', zone)
  await assign(therapist, record, { dueDay, title: 'fresh', delivery: { how: 'at', at: fresh } })
  const told = async () => (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'task-due')
  passUntil(house, instantOf(dueDay, '08:59', zone))
  await runDue(house)
  expect(await told()).toEqual([])
  passUntil(house, instantOf(dueDay, '09:01', zone))
  await Promise.all([runDue(house), runDue(house)])
  await runDue(house)
  expect((await told()).map(({ relatedId }) => relatedId)).toEqual([open.id])
  expect((await mailedTo(house, client)).filter((kind) => kind === 'task-due')).toHaveLength(1)
})

test('quiet hours are kept: the reminder comes when they end, and not at all when the day is over by then [1.06]', async () => {
  const { client, record } = await pair()
  const dueDay = today(house, 1)
  const mail = (await client.api.account.notificationSettings({})).mail
  await client.api.account.saveNotificationSettings({ quiet: { from: '08:00', to: '11:30' }, mail })
  const one = await assign(therapist, record, { dueDay })
  const due = async () => (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'task-due')
  passUntil(house, instantOf(dueDay, '09:05', zone))
  await runDue(house)
  expect(await due()).toEqual([])
  passUntil(house, instantOf(dueDay, '11:31', zone))
  await runDue(house)
  expect((await due()).map(({ relatedId }) => relatedId)).toEqual([one.id])
  therapist = { ...therapist, ...(await house.secondBrowser(therapist, 2)) }
  await assign(therapist, record, { dueDay: today(house, 1) })
  passDays(house, 2)
  await runDue(house)
  expect(await due()).toHaveLength(1)
})

test('a task due on a day that the client’s zone leaves out is due on the next; nothing breaks [1.06]', async () => {
  const { client, record } = await pair()
  await client.api.account.saveSettings({ language: 'en', zone: 'Pacific/Apia' })
  const { dueDay, overdue } = await assign(therapist, record, { dueDay: '2011-12-30' })
  expect([dueDay, overdue]).toEqual(['2011-12-31', true])
})

test('a record without an account has its tasks, nobody is mailed, and whoever joins later reads them [1.06]', async () => {
  therapist = { ...therapist, ...(await house.secondBrowser(therapist, 2)) }
  const client = await house.person('client', ++people)
  const id = randomUUID()
  await therapist.api.client.add({ ...bareClient, id, invite: false })
  const task = await assign(therapist, id, { dueDay: today(house, 1) })
  expect(task.deliveredAt).not.toBeNull()
  expect(await titlesOf(client)).toEqual([])
  await house.hands.definer.query(
    `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
    [id, client.accountId],
  )
  expect(await titlesOf(client)).toEqual(['Three names'])
  expect([await toldTo(client), await mailedTo(house, client)]).toEqual([[], []])
})
