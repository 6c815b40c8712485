import type { MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import { measureResults } from '@attune/contract/features/care/measure/measure.scores'
import { choiceItem, sampleMeasure, sumOf } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { releasedMeasure } from '../../measure/measure.testing.ts'
import {
  advanceToNoon,
  advanceDays,
  assignTask,
  commandOn,
  dayInTaskTests,
  notificationTypesOf,
  refusalOf,
  runDueTaskJobs,
  taskInput,
} from '../task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
let therapist = await app.person('therapist')
let people = 0

async function pair() {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  const client = await app.person('client', ++people)
  return { client, record: await connectClient(app, therapist, client) }
}

const rated = (more: Partial<MeasureContent> = {}) =>
  sampleMeasure({
    items: [choiceItem('1', [0, 1.5, 3]), choiceItem('2', [0, 1.5, 3], { required: false, selfHarmFrom: 3 })],
    scores: [
      sumOf(['1', '2'], {
        missingUpTo: 1,
        bands: [
          { from: 0, text: { en: 'Low' } },
          { from: 4, text: { en: 'High' } },
        ],
        alerts: [{ when: 'from', at: 4 }],
        better: 'lower',
      }),
    ],
    source: { publisher: 'Us', copyright: '', licence: 'CC BY 4.0', version: '', url: '', right: 'licence' },
    ...more,
  })

const send = (record: string, measureId: string, wanted: object = {}) =>
  assignTask(therapist, record, { form: { kind: 'measure', measureId }, ...wanted })

async function answerWith(client: Person, id: string, measureId: string, answers: Record<string, string>) {
  await client.api.task.start(commandOn(id))
  const answer = { kind: 'measure', measureId, answers, language: 'en' } as const
  return client.api.task.complete({ ...commandOn(id), answer })
}

const formOf = async (person: Person, id: string) => {
  const { form } = await person.api.task.get({ id })
  if (form.kind !== 'measure' || !form.copy) throw new Error('no copy')
  return form.copy
}

test('the results of an answer are stored, prorated and shown with range and band, to the client only if the therapist shows them @slow', async () => {
  const { client, record } = await pair()
  const { id: measureId, content } = await releasedMeasure(therapist, rated())
  const { id } = await send(record, measureId)
  expect((await formOf(client, id)).content.scores).toEqual([])
  expect((await answerWith(client, id, measureId, { '1': '1' })).safety).toBe(false)
  const results = measureResults(content, { '1': '1' }, 'en')
  expect(results).toMatchObject([{ score: 3, missing: 1, band: 'Low', isAlert: false }])
  const [row] = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select results, score from app.task_answer where task_id = '${id}'`,
  )
  expect(row).toEqual({ results, score: 3 })
  expect((await therapist.api.task.get({ id })).answer).toMatchObject({ score: 3, results })
  expect((await client.api.task.get({ id })).answer).toMatchObject({ score: null, results: [] })
  const [listed] = (await therapist.api.task.list({ clientId: record })).items
  expect(listed?.measure).toMatchObject({ title: 'Total', score: 3, range: { from: 0, to: 6 }, band: 'Low' })
  expect((await client.api.task.ownProgress({})).measures).toEqual([])
  const [curve] = (await therapist.api.task.progress({ clientId: record, weeks: 4 })).measures
  expect(curve).toMatchObject({ id: measureId, title: 'Sample', points: [{ score: 3, version: 1, comparableFrom: 1 }] })
})

test('an alert flags the answer without numbers for the client, and an answer about self-harm gives them @slow', async () => {
  const { client, record } = await pair()
  const { id: measureId } = await releasedMeasure(therapist, rated())
  const alert = await send(record, measureId)
  expect((await answerWith(client, alert.id, measureId, { '1': '2', '2': '1' })).safety).toBe(false)
  const harm = await send(record, measureId)
  expect((await answerWith(client, harm.id, measureId, { '1': '0', '2': '2' })).safety).toBe(true)
  expect((await notificationTypesOf(therapist)).filter((kind) => kind === 'task-flagged')).toHaveLength(2)
})

test('a copy keeps its version, a later repeat takes the new one, and scores that do not compare are not compared @slow', async () => {
  const { client, record } = await pair()
  const { id: measureId } = await releasedMeasure(therapist, rated())
  const behind = await pair()
  await send(behind.record, measureId)
  const first = await send(record, measureId, { dueDay: dayInTaskTests(app), repeat: { every: 'daily', count: 2 } })
  await therapist.api.measure.save({ id: measureId, revision: 1, content: rated({ title: 'Newer' }) })
  const newer = await therapist.api.measure.release({ id: measureId, revision: 2, isComparable: false })
  expect(newer).toMatchObject({ version: 2 })
  expect(await formOf(client, first.id)).toMatchObject({ version: 1, content: { title: 'Sample' } })
  await answerWith(client, first.id, measureId, { '1': '1', '2': '0' })
  advanceDays(app, 1)
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  await runDueTaskJobs(app)
  const open = (await client.api.task.list({})).items.find(({ status }) => status === 'assigned')
  expect(await formOf(client, open?.id ?? '')).toMatchObject({
    version: 2,
    comparableFrom: 2,
    content: { title: 'Newer' },
  })
  await answerWith(client, open?.id ?? '', measureId, { '1': '2', '2': '0' })
  const { items, instruments } = await therapist.api.task.measures({})
  expect(items.find(({ instrumentId, latest }) => instrumentId === measureId && latest !== null)).toMatchObject({
    latest: { score: 3, result: { range: { from: 0, to: 6 }, band: 'Low' } },
    change: null,
  })
  expect(instruments.find(({ id }) => id === measureId)).toMatchObject({ title: 'Newer', range: { from: 0, to: 6 } })
  const [curve] = (await therapist.api.task.progress({ clientId: record, weeks: 4 })).measures
  expect(curve?.points.map(({ version, comparableFrom }) => [version, comparableFrom])).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('a client has one open copy of a measure, and a paused client none of a later one', async () => {
  const { client, record } = await pair()
  const { id: measureId } = await releasedMeasure(therapist, rated())
  const open = await send(record, measureId, { dueDay: dayInTaskTests(app), repeat: { every: 'daily', count: 3 } })
  expect(await refusalOf(send(record, measureId))).toMatchObject({ code: 'OPEN_COPY' })
  await therapist.api.client.setStatus({ id: record, status: 'inactive', command: randomUUID() })
  advanceDays(app, 1)
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  await runDueTaskJobs(app)
  expect((await client.api.task.list({})).items.map(({ id }) => id)).toEqual([open.id])
})

test('a measure that is not released, is deleted or belongs to somebody else is not sent, and a copy in an input is ignored @slow', async () => {
  const { client, record } = await pair()
  const other = await app.person('therapist', 2)
  const { id: draft } = await therapist.api.measure.create({ id: randomUUID(), content: rated() })
  const { id: foreign } = await releasedMeasure(other, rated())
  const { id: deleted } = await releasedMeasure(therapist, rated())
  await therapist.api.measure.remove({ id: deleted })
  for (const measureId of [draft, foreign, deleted, randomUUID()]) {
    const wanted = taskInput([record], { form: { kind: 'measure', measureId } })
    expect(await refusalOf(therapist.api.task.assign(wanted))).toMatchObject({ code: 'NOT_FOUND' })
  }
  const { id: measureId } = await releasedMeasure(therapist, rated())
  const copy = { version: 9, comparableFrom: 9, content: rated({ title: 'Forged' }) }
  const { id } = await send(record, measureId, { form: { kind: 'measure', measureId, copy } })
  expect(await formOf(client, id)).toMatchObject({ version: 1, content: { title: 'Sample' } })
  const form = { kind: 'measure', measureId, copy } as const
  const template = { ...taskInput([]), id: randomUUID(), form }
  const { title, description, priority } = template
  await therapist.api.task.saveTemplate({ id: template.id, title, description, priority, form })
  const stored = (await therapist.api.task.templates({})).items.find((item) => item.id === template.id)
  expect(stored?.form).toEqual({ kind: 'measure', measureId })
})
