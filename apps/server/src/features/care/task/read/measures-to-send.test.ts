import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { releasedMeasure } from '../../measure/measure.testing.ts'
import { advanceToNoon, assignTask, commandOn, dayInTaskTests } from '../task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)

test('the measures that are sent most come first, and drafts, deleted and withdrawn ones do not count', async () => {
  const therapist = await app.person('therapist')
  const client = await app.person('client')
  const record = await connectClient(app, therapist, client)
  const list = async () =>
    (await therapist.api.task.measuresToSend({})).items.map((one) => (one.kind === 'measure' ? one.title : one.name))
  expect(await list()).toEqual(['phq-9', 'gad-7'])

  const source = {
    publisher: 'Us',
    copyright: '',
    licence: 'CC BY 4.0',
    version: '',
    url: '',
    right: 'licence',
  } as const
  const sleep = await releasedMeasure(therapist, sampleMeasure({ title: 'Sleep', source }))
  const mood = await releasedMeasure(therapist, sampleMeasure({ title: 'Mood' }))
  const removed = await releasedMeasure(therapist, sampleMeasure({ title: 'Old' }))
  await therapist.api.measure.remove({ id: removed.id })
  await therapist.api.measure.create({ id: randomUUID(), content: sampleMeasure({ title: 'Draft' }) })
  await therapist.api.measure.save({ id: sleep.id, revision: 1, content: sampleMeasure({ title: 'Next sleep' }) })
  expect(await list()).toEqual(['phq-9', 'gad-7', 'Mood', 'Sleep'])
  const { items } = await therapist.api.task.measuresToSend({})
  expect(items.at(-1)).toEqual({ kind: 'measure', measureId: sleep.id, title: 'Sleep', source, language: 'en' })

  const send = (form: object, more: object = {}) => assignTask(therapist, record, { form: form as never, ...more })
  const own = (measureId: string) => ({ kind: 'measure', measureId })
  const withdrawn = await send(own(mood.id))
  await therapist.api.task.withdraw(commandOn(withdrawn.id))
  expect(await list()).toEqual(['phq-9', 'gad-7', 'Mood', 'Sleep'])

  // A repeated assignment counts once.
  const { id } = await send(own(mood.id), { dueDay: dayInTaskTests(app), repeat: { every: 'weekly', count: 9 } })
  await client.api.task.start(commandOn(id))
  const answer = { ...own(mood.id), answers: { '1': '0', '2': '0' }, language: 'en' } as never
  await client.api.task.complete({ ...commandOn(id), answer })
  const { id: gad } = await send({ kind: 'questionnaire', name: 'gad-7' })
  await client.api.task.decline({ ...commandOn(gad), reason: 'Not today' })
  await send({ kind: 'questionnaire', name: 'gad-7' })
  expect(await list()).toEqual(['gad-7', 'Mood', 'phq-9', 'Sleep'])

  const stranger = await app.person('therapist', 2)
  expect((await stranger.api.task.measuresToSend({})).items).toHaveLength(2)
})
