import { choiceItem, sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { releasedMeasure } from '../../measure/measure.testing.ts'
import {
  advanceToNoon,
  assignTask,
  commandOn,
  dayInTaskTests,
  notificationTypesOf,
  refusalOf,
} from '../task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
let people = 0

async function assigned(by = therapist) {
  const client = await app.person('client', ++people)
  const record = await connectClient(app, by, client)
  const items = [choiceItem('1', [0, 1, 2, 3]), choiceItem('2', [0, 1, 2, 3], { selfHarmFrom: 1 })]
  const { id: measureId } = await releasedMeasure(by, sampleMeasure({ items }))
  const repeat = { every: 'weekly', count: 3 } as const
  const form = { kind: 'measure', measureId } as const
  const { id } = await assignTask(by, record, { form, dueDay: dayInTaskTests(app), repeat })
  const answer = (answers: Record<string, string>) => ({ kind: 'measure', measureId, answers, language: 'en' }) as const
  return { client, record, id, measureId, answer }
}

test('an answer with a missing, an unknown or a foreign item is refused @slow', async () => {
  const { client, id, answer } = await assigned()
  await client.api.task.start(commandOn(id))
  const complete = (given: object) =>
    refusalOf(client.api.task.complete({ ...commandOn(id), answer: { ...answer({}), ...given } }))
  expect(await complete({ answers: { '1': '1' } })).toMatchObject({ code: 'INCOMPLETE' })
  expect(await complete({ answers: { '1': '1', '2': '9' } })).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await complete({ measureId: randomUUID() })).toMatchObject({ code: 'BAD_REQUEST' })
})

test('an answer from a second device is refused with the draft of the first @slow', async () => {
  const { client, id, answer } = await assigned()
  const phone = await app.secondBrowser(client, 2)
  await client.api.task.saveDraft({ id, answer: answer({ '1': '1' }), version: 0 })
  const draft = answer({ '1': '2' })
  expect(await refusalOf(phone.api.task.saveDraft({ id, answer: draft, version: 0 }))).toMatchObject({
    code: 'CHANGED',
  })
  const other = { ...commandOn(id), answer: answer({ '1': '3', '2': '0' }) }
  expect(await refusalOf(phone.api.task.complete(other))).toMatchObject({
    code: 'CHANGED',
    data: { answer: answer({ '1': '1' }), version: 1 },
  })
})

test('an answer about self-harm that waited offline flags the task with the time at which it was given', async () => {
  const { client, id, answer } = await assigned()
  await client.api.task.start(commandOn(id))
  const given = app.clock.now().toISOString()
  app.clock.advance(10 * 60_000)
  const sent = { ...commandOn(id), answer: answer({ '1': '0', '2': '1' }), answeredAt: given }
  expect((await client.api.task.complete(sent)).safety).toBe(true)
  expect((await client.api.task.complete(sent)).safety).toBe(true)
  const seen = await therapist.api.task.get({ id })
  expect(seen.answer?.answeredAt).toBe(given)
  expect(Date.parse(seen.answer?.handedInAt ?? '') - Date.parse(given)).toBeGreaterThanOrEqual(10 * 60_000)
  expect((await notificationTypesOf(therapist)).filter((kind) => kind === 'task-flagged')).toHaveLength(1)
})

test('of two answers that arrive at once, one is stored and the other is refused', async () => {
  const { client, id, answer } = await assigned()
  await client.api.task.start(commandOn(id))
  const phone = await app.secondBrowser(client, 2)
  const sent = [client.api, phone.api].map((api, device) =>
    api.task.complete({ ...commandOn(id), answer: answer({ '1': `${device}`, '2': '0' }) }),
  )
  const refused = (await Promise.allSettled(sent)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ code: 'ILLEGAL_TRANSITION' }])
  const stored = await queryAsRole('backup', app.databaseUrl, `select 1 from app.task_answer where task_id = '${id}'`)
  expect(stored).toHaveLength(1)
})

test('a disconnected client gets no further copy, and the erasure of the therapist deletes the measures but not the answers @slow', async () => {
  const { client, record, id, measureId, answer } = await assigned()
  await client.api.task.start(commandOn(id))
  await client.api.task.complete({ ...commandOn(id), answer: answer({ '1': '1', '2': '0' }) })
  await client.api.connection.disconnect({ clientId: record, command: randomUUID() })
  expect((await client.api.task.list({})).items.map((task) => task.id)).toEqual([id])
  expect((await therapist.api.task.measures({})).items.filter(({ client: { id: one } }) => one === record)).toEqual([])
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
    tx.run('select def.erase_account($1)', [therapist.accountId]),
  )
  const left = (table: string, where: string) =>
    queryAsRole('backup', app.databaseUrl, `select 1 from app.${table} where ${where}`)
  expect(await left('measure', `id = '${measureId}'`)).toEqual([])
  expect(await left('measure_version', `measure_id = '${measureId}'`)).toEqual([])
  expect(await left('task_answer', `task_id = '${id}'`)).toHaveLength(1)
})

test('an answer that waited three weeks counts for the version and the day on which it was given @slow', async () => {
  const other = await app.person('therapist', 2)
  const { client, id, measureId, answer } = await assigned(other)
  await client.api.task.start(commandOn(id))
  const given = app.clock.now().toISOString()
  const { revision, content } = await other.api.measure.get({ id: measureId })
  const saved = await other.api.measure.save({ id: measureId, revision, content: { ...content, title: 'Newer' } })
  await other.api.measure.release({ id: measureId, revision: saved.revision, isComparable: false })
  app.clock.advance(21 * 86_400_000)
  const [phone, desk] = await Promise.all([app.secondBrowser(client, 2), app.secondBrowser(other, 2)])
  await phone.api.task.complete({ ...commandOn(id), answer: answer({ '1': '1', '2': '1' }), answeredAt: given })
  const seen = await desk.api.task.get({ id })
  expect(seen).toMatchObject({
    form: { copy: { version: 1 } },
    answer: { answeredAt: given, score: 2 },
    task: { flag: 'raised' },
  })
})
