import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import {
  commandOn,
  assignTask,
  taskInput,
  startAndComplete,
  plainAnswer,
  refusalOf,
  runDueTaskJobs,
  dayInTaskTests,
  notificationTypesOf,
  advanceToNoon,
} from '../task.testing.ts'

let people = 0
const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')

async function pair() {
  const client = await app.person('client', ++people)
  return { client, record: await connectClient(app, therapist, client) }
}
const rowsOf = (table: string, task: string) =>
  queryAsRole('backup', app.databaseUrl, `select 1 from app.${table} where task_id = '${task}'`)

test('disconnecting archives the tasks that are not completed @slow', async () => {
  const { client, record } = await pair()
  const done = await assignTask(therapist, record)
  await startAndComplete(client, done.id, 'Kept')
  const begun = await assignTask(therapist, record)
  await client.api.task.saveDraft({ id: begun.id, answer: plainAnswer('Half'), version: 0 })
  const later = await assignTask(therapist, record, {
    dueDay: dayInTaskTests(app),
    repeat: { every: 'daily', count: 3 },
  })
  const waiting = await assignTask(therapist, record, { delivery: { how: 'after', taskId: begun.id } })
  await client.api.connection.disconnect({ clientId: record, command: randomUUID() })

  expect((await client.api.task.list({})).items.map(({ id }) => id)).toEqual([done.id])
  const mine = await client.api.task.get({ id: done.id })
  expect([mine.answer?.answer, Object.values(mine.task.may).includes(true)]).toEqual([plainAnswer('Kept'), false])
  for (const { id } of [begun, later, waiting]) {
    expect(await refusalOf(client.api.task.get({ id }))).toMatchObject({ code: 'NOT_FOUND' })
    const { task, history } = await therapist.api.task.get({ id })
    expect([task.archived, task.overdue, task.may.withdraw, task.may.edit]).toEqual([true, false, true, false])
    expect(history.at(-1)).toMatchObject({ action: 'archive', by: 'product' })
  }
  expect(await rowsOf('task_draft', begun.id)).toEqual([])
  expect((await therapist.api.task.counts({})).open).toBe(0)
  for (const attempt of [
    () => therapist.api.task.assign(taskInput([record])),
    () => therapist.api.task.reopen({ ...commandOn(done.id), comment: 'Again?' }),
    () => therapist.api.task.comment({ id: randomUUID(), taskId: done.id, text: 'Still there?' }),
    () => client.api.task.comment({ id: randomUUID(), taskId: done.id, text: 'Still there?' }),
  ]) {
    expect(await refusalOf(attempt())).toMatchObject({ code: 'CLIENT_INACTIVE' })
  }
  expect(await refusalOf(client.api.task.undo(commandOn(done.id)))).toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  await runDueTaskJobs(app)
  expect((await client.api.task.list({})).items).toHaveLength(1)
})

test('tasks of a paused client can neither be worked on nor assigned, and continue unchanged afterwards @slow', async () => {
  const { client, record } = await pair()
  const { id } = await assignTask(therapist, record)
  await therapist.api.client.setStatus({ id: record, status: 'inactive', command: randomUUID() })
  expect(await refusalOf(client.api.task.start(commandOn(id)))).toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  expect(await refusalOf(client.api.task.saveDraft({ id, answer: plainAnswer('x'), version: 0 }))).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  })
  expect(await refusalOf(therapist.api.task.assign(taskInput([record])))).toMatchObject({ code: 'CLIENT_INACTIVE' })
  await therapist.api.client.setStatus({ id: record, status: 'active', command: randomUUID() })
  expect((await client.api.task.start(commandOn(id))).status).toBe('in-progress')
})

test('withdrawing a repeated task removes it, its draft and its later rows for the client', async () => {
  const { client, record } = await pair()
  const socket = openTestSocket(app.address, client)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 't', table: 'task_clients' })
  await socket.frame('subscribed')
  const { id } = await assignTask(therapist, record, {
    dueDay: dayInTaskTests(app),
    repeat: { every: 'weekly', count: 4 },
  })
  await client.api.task.saveDraft({ id, answer: plainAnswer('Half'), version: 0 })
  const command = randomUUID()
  const { withdrawn } = await therapist.api.task.withdraw({ id, command, following: true })
  expect(withdrawn).toHaveLength(4)
  expect((await therapist.api.task.withdraw({ id, command, following: true })).withdrawn.toSorted()).toEqual(
    withdrawn.toSorted(),
  )
  expect(await refusalOf(therapist.api.task.withdraw(commandOn(id)))).toMatchObject({ code: 'NOT_FOUND' })
  for (const { api } of [client, therapist])
    expect(await refusalOf(api.task.get({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await rowsOf('task_draft', id)).toEqual([])
  expect((await notificationTypesOf(client)).filter((kind) => kind === 'task-withdrawn')).toHaveLength(1)
  const { keys } = await socket.frame('change', ({ event }) => event === 'DELETE')
  expect(keys).toEqual({ task_id: id, client_id: record, therapist_id: therapist.accountId })
  socket.close()
})

test('completing and withdrawing a task at once withdraws it, and stores the answer completely or not at all @slow', async () => {
  const { client, record } = await pair()
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const { id } = await assignTask(therapist, record)
    const next = await assignTask(therapist, record, { delivery: { how: 'after', taskId: id } })
    await client.api.task.start(commandOn(id))
    const [done, gone] = await Promise.allSettled([
      client.api.task.complete({ ...commandOn(id), answer: plainAnswer('Done') }),
      therapist.api.task.withdraw(commandOn(id)),
    ])
    expect(gone.status).toBe('fulfilled')
    outcomes.add(done.status)
    if (done.status === 'rejected') expect((done.reason as { code: string }).code).toBe('NOT_FOUND')
    expect((await rowsOf('task_answer', id)).length).toBe(done.status === 'fulfilled' ? 1 : 0)
    expect(await refusalOf(client.api.task.get({ id }))).toMatchObject({ code: 'NOT_FOUND' })
    // The following task is delivered exactly once, whether the completion or the withdrawal came first.
    expect(
      (await client.api.task.get({ id: next.id })).history.filter(({ action }) => action === 'deliver'),
    ).toHaveLength(1)
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('a task assigned while the client disconnects is refused or archived @slow', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, record } = await pair()
    const [given_, left] = await Promise.allSettled([
      therapist.api.task.assign(taskInput([record])),
      client.api.connection.disconnect({ clientId: record, command: randomUUID() }),
    ])
    expect(left.status).toBe('fulfilled')
    expect((await client.api.task.list({})).items).toEqual([])
    if (given_.status === 'rejected') expect((given_.reason as { code: string }).code).toBe('CLIENT_INACTIVE')
    else
      expect((await therapist.api.task.list({ clientId: record })).items.map(({ archived }) => archived)).toEqual([
        true,
      ])
  }
})

test('completing, delivering and disconnecting at once does not deadlock @slow', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, record } = await pair()
    const { id } = await assignTask(therapist, record)
    await assignTask(therapist, record, { delivery: { how: 'after', taskId: id } })
    await client.api.task.start(commandOn(id))
    const [done, left] = await Promise.allSettled([
      client.api.task.complete({ ...commandOn(id), answer: plainAnswer('Done') }),
      therapist.api.connection.disconnect({ clientId: record, command: randomUUID() }),
    ])
    expect(left.status).toBe('fulfilled')
    const seen = (await client.api.task.list({})).items.map((task) => task.id)
    expect(seen).toEqual(done.status === 'fulfilled' ? [id] : [])
  }
})

test('a client record with tasks cannot be merged, and undoing a mistaken connection disconnects the record without deleting it @slow', async () => {
  const { record } = await pair()
  const { record: into } = await pair()
  await assignTask(therapist, record)
  const { code } = await refusalOf(therapist.api.client.merge({ id: record, into, command: randomUUID() }))
  expect(['NOT_EMPTY', 'BOTH_CONNECTED']).toContain(code)
  await therapist.api.connection.undoJoin({ id: record, command: randomUUID() })
  expect((await therapist.api.task.list({ clientId: record })).items).toMatchObject([{ archived: true }])
})

test('deleting an account deletes its drafts and keeps the answers for the therapist @slow', async () => {
  const { client, record } = await pair()
  const done = await assignTask(therapist, record)
  await startAndComplete(client, done.id, 'Kept')
  const begun = await assignTask(therapist, record)
  await client.api.task.saveDraft({ id: begun.id, answer: plainAnswer('Half'), version: 0 })
  await app.db.asActor({ role: 'worker', id: client.accountId }, (tx) =>
    tx.run('select def.erase_account($1)', [client.accountId]),
  )
  expect(await rowsOf('task_draft', begun.id)).toEqual([])
  expect((await therapist.api.task.get({ id: begun.id })).task.archived).toBe(true)
  expect((await therapist.api.task.get({ id: done.id })).answer?.answer).toEqual(plainAnswer('Kept'))
})
