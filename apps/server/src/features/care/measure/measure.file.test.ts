import { maxMeasureFileLength } from '@attune/contract/features/care/measure/measure.limits'
import { lformsFile } from '@attune/contract/features/care/measure/fhir/fhir-files.testing'
import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { assignTask, commandOn } from '../task/task.testing.ts'
import { releasedMeasure } from './measure.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const { measure } = therapist.api

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const questionnaire = (item: unknown, more: object = {}) => ({
  resourceType: 'Questionnaire',
  title: 'A',
  item,
  ...more,
})
const choice = (linkId: string, more: object = {}) => ({ linkId, text: 'How?', type: 'choice', ...more })
const read = (file: unknown) => measure.readFile({ text: JSON.stringify(file) })

test('a measure that is exported and imported again is equal @slow', async () => {
  const { id, content } = await measure.create({ id: randomUUID(), content: sampleMeasure({ title: 'Mood, weekly' }) })
  const file = await measure.exportFile({ id })
  expect(file.fileName).toBe('Mood-weekly.json')
  expect(await measure.readFile({ text: `\ufeff${file.json}` })).toEqual({ kind: 'import', content, losses: [] })
})

test('a file that is too large, nested too deeply, in another charset or no questionnaire is refused by name @slow', async () => {
  const nested = Array.from({ length: 200 }).reduce<object>(
    (inside, _, place) => ({ linkId: `${place}`, type: 'group', item: [inside] }),
    choice('in'),
  )
  const refusalOf = async (text: string) => {
    const answer = await measure.readFile({ text })
    return answer.kind === 'refused' ? answer.refusal : answer.kind
  }
  expect(await refusalOf(JSON.stringify(questionnaire([nested])))).toBe('too-deep')
  expect(await refusalOf(Buffer.from('{"resourceType":"Questionnaire"}', 'utf16le').toString('latin1'))).toBe(
    'not-json',
  )
  expect(await refusalOf('{"resourceType":"Patient"}')).toBe('not-questionnaire')
  expect(await refusalOf(JSON.stringify(questionnaire([choice('1'), choice('1')])))).toBe('duplicate-ids')
  const options = Array.from({ length: 40_000 }, () => ({}))
  expect(await refusalOf(JSON.stringify(questionnaire([choice('1', { answerOption: options })])))).toBe(
    'too-many-options',
  )
  expect(await refusalOf('['.repeat(maxMeasureFileLength))).toMatch(/not-json|unreadable/)
  const large = JSON.stringify(questionnaire([choice('1', { text: 'x'.repeat(20_000_000) })]))
  expect(await codeOf(measure.readFile({ text: large }))).toBe('TOO_LARGE')
})

test('a file of LHC-Forms is read with what is left out by item, and its export is read as an equal one @slow', async () => {
  const answer = await read(lformsFile)
  if (answer.kind !== 'import') throw new Error(answer.refusal)
  const { content, losses } = answer
  expect(losses).toContainEqual({ loss: 'expression', part: '/total', detail: 'calculatedExpression' })
  expect(losses).toContainEqual({ loss: 'extension', part: '/weight', detail: 'questionnaire-unitOption' })
  expect(losses).toContainEqual({ loss: 'nested', part: '/first', detail: 'item' })
  const { id } = await measure.create({ id: randomUUID(), content })
  const { json } = await measure.exportFile({ id })
  expect(await measure.readFile({ text: json })).toEqual({ kind: 'import', content, losses: [] })
})

test('markup in a file becomes plain text', async () => {
  const text = '<script>alert(1)</script>How are you?'
  const answer = await read(questionnaire([choice('1', { text })]))
  expect(JSON.stringify(answer)).not.toContain('<script')
})

test('an answer is exported as it is seen, and not before it is submitted @slow', async () => {
  const record = await connectClient(app, therapist, client)
  const { id: measureId } = await releasedMeasure(therapist)
  const { id } = await assignTask(therapist, record, { form: { kind: 'measure', measureId } })
  expect(await codeOf(measure.exportAnswer({ id }))).toBe('NOT_FOUND')
  await client.api.task.start(commandOn(id))
  const answer = { kind: 'measure', measureId, answers: { '1': '3', '2': '1' }, language: 'en' } as const
  await client.api.task.complete({ ...commandOn(id), answer })
  const { json } = await measure.exportAnswer({ id })
  expect(JSON.parse(json)).toMatchObject({
    resourceType: 'QuestionnaireResponse',
    item: [{ linkId: '1' }, { linkId: '2' }],
  })
  expect(json).toContain('"valueDecimal": 4')
  expect((await client.api.measure.exportAnswer({ id })).json).not.toContain('"valueDecimal": 4')
})
