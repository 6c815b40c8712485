import { choiceItem, sampleMeasure, sumOf } from '@attune/contract/features/care/measure/measure.testing'
import type { MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../../testing/render-page.tsx'
import { resetPage } from '../../../../../testing/reset-page.ts'
import { uiText } from '../../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../../schedule/session/session.testing.ts'
import { TaskDetailsView } from '../../detail/TaskDetailsView.tsx'
import { sampleTask, sampleTaskDetails } from '../../task.testing.ts'
import { parseAnswer, serializeAnswer } from '../answer-text.ts'
import { questionScreens } from './measure-questions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  resetPage()
})

const choice = (id: string, more = {}) => choiceItem(id, [0, 1, 2], more)
const display = { id: 'd', parent: 'g', kind: 'display', text: { en: 'About sleep' }, when: null } as const
const when: MeasureContent['items'][number]['when'] = {
  join: 'all',
  conditions: [{ item: '1', operator: '=', value: '2' }],
}
const group = { id: 'g', parent: null, kind: 'group', text: { en: 'Nights' }, when } as const
const items: MeasureContent['items'] = [
  choice('1'),
  group,
  display,
  choice('2', { parent: 'g' }),
  choice('3', { selfHarmFrom: 1 }),
]
const content = sampleMeasure({
  items,
  scores: [sumOf(['1', '2', '3'])],
  source: {
    publisher: '',
    copyright: '© Sample Press',
    licence: 'By permission',
    version: '',
    url: '',
    right: 'licence',
  },
})
const form: TaskForm = { kind: 'measure', measureId: sampleId, copy: { version: 1, comparableFrom: 1, content } }
const answerOf = (answers: Record<string, string>) =>
  ({ kind: 'measure', measureId: sampleId, answers, language: 'en' }) as const

async function open() {
  const { inputsOf } = mockServer({
    ...signedInAnswers('client'),
    'task/saveDraft': () => ({ version: 1, savedAt: new Date().toISOString() }),
    'task/complete': () => ({ task: sampleTask('client', { status: 'completed' }), safety: false }),
  })
  const task = sampleTask('client', { status: 'in-progress' })
  await renderPage(<TaskDetailsView viewer="client" details={sampleTaskDetails(task, form)} />)
  return inputsOf
}
const choose = (question: string, option: string) => {
  const field = screen.getByRole('group', { name: new RegExp(question) })
  fireEvent.click([...field.querySelectorAll('label')].find((label) => label.textContent === option) as HTMLElement)
}
const press = (name: 'taskForms:steps.next' | 'taskForms:steps.back' | 'taskForms:submit' | 'taskForms:mode.one') =>
  fireEvent.click(
    name === 'taskForms:mode.one'
      ? screen.getByRole('radio', { name: uiText(name) })
      : screen.getByRole('button', { name: uiText(name) }),
  )
const at = (step: number, count: number) =>
  screen.getByText(uiText('taskForms:mode.at', { step: `${step}`, count: `${count}` }))

test('a screen shows one question that is asked, with its groups and the texts above it', () => {
  expect(questionScreens(content, {}).map(({ shown }) => shown.join(' '))).toEqual(['1', '3'])
  expect(questionScreens(content, { '1': '2' }).map(({ shown }) => shown.join(' '))).toEqual(['1', 'g d 2', '3'])
})

test('a stored answer to a questionnaire of the therapist is read again without items that it no longer has', () => {
  const text = serializeAnswer(answerOf({ '3': '1', '1': '2', gone: '1' }))
  expect(text).toBe(serializeAnswer(answerOf({ '1': '2', gone: '1', '3': '1' })))
  expect(parseAnswer(text, form, 'en')).toEqual(answerOf({ '1': '2', '3': '1' }))
})

test('one question at a time: next moves the focus, an answer adds its condition, and going back changes it @slow', async () => {
  await open()
  await screen.findByText(/© Sample Press/)
  press('taskForms:mode.one')
  at(1, 2)
  expect(screen.getByText(uiText('taskForms:measure.before'))).toBeTruthy()
  choose('Item 1', 'Option 2')
  await waitFor(() => at(1, 3))
  press('taskForms:steps.next')
  at(2, 3)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: /Item 2/ }))
  for (const text of ['Nights', 'About sleep']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('group', { name: /Item 1/ })).toBeNull()
  press('taskForms:steps.back')
  choose('Item 1', 'Option 0')
  await waitFor(() => at(1, 2))
})

test('in a list, a submit names the missing questions and sends nothing; an answer about self-harm shows help at once @slow', async () => {
  const inputsOf = await open()
  await screen.findByText(/Item 3/)
  choose('Item 3', 'Option 1')
  expect(await screen.findByText(uiText('safety:chosen.title'))).toBeTruthy()
  press('taskForms:submit')
  expect(await screen.findByText(uiText('taskForms:missing.items_one', { items: '1' }))).toBeTruthy()
  expect(inputsOf('task/complete')).toEqual([])
  choose('Item 1', 'Option 0')
  press('taskForms:submit')
  await waitFor(() => expect(inputsOf('task/complete')).toMatchObject([{ answer: answerOf({ '1': '0', '3': '1' }) }]))
})

test('the therapist reads each question that was asked, and each score with its range, band and missing answers', async () => {
  mockServer(signedInAnswers('therapist'))
  const answer = {
    answer: answerOf({ '1': '2', '3': '1' }),
    handedInAt: '2026-11-12T10:00:00.000Z',
    answeredAt: null,
    score: 4.5,
    results: [
      { id: 'total', title: 'Total', score: 4.5, range: { from: 0, to: 6 }, band: 'high', missing: 1, isAlert: true },
    ],
  }
  const task = sampleTask('therapist', { status: 'completed' })
  await renderPage(<TaskDetailsView viewer="therapist" details={sampleTaskDetails(task, form, { answer })} />)
  await screen.findByText('Option 2 (2)')
  const within = uiText('taskForms:measure.within', { score: '4.5', from: '0', to: '6' })
  expect(screen.getByText(`Total: ${within}, high`)).toBeTruthy()
  expect(screen.getByText(uiText('taskForms:measure.prorated', { missing: '1', count: '3' }))).toBeTruthy()
  expect(screen.getByText(uiText('tasks:flag.short'))).toBeTruthy()
})

test('a client who does not see the result reads the chosen options without their points', async () => {
  mockServer(signedInAnswers('client'))
  const answer = { answer: answerOf({ '1': '2', '3': '0' }), handedInAt: '2026-11-12T10:00:00.000Z', answeredAt: null }
  const task = sampleTask('client', { status: 'completed' })
  const details = sampleTaskDetails(task, form, { answer: { ...answer, score: null, results: [] } })
  await renderPage(<TaskDetailsView viewer="client" details={details} />)
  expect(await screen.findByText('Option 2')).toBeTruthy()
  expect(screen.queryByText(/Option 2 \(/)).toBeNull()
  expect(screen.queryByRole('button', { name: uiText('taskForms:answer.export') })).toBeNull()
})

test('the therapist saves the answer as a file that other programs read @slow', async () => {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'measure/exportAnswer': () => ({ fileName: 'sleep.json', json: '{}' }),
  })
  const saved = vi.fn(() => '#saved')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
  const answer = { answer: answerOf({ '1': '2' }), handedInAt: '2026-11-12T10:00:00.000Z', answeredAt: null }
  const task = sampleTask('therapist', { status: 'completed' })
  const details = sampleTaskDetails(task, form, { answer: { ...answer, score: null, results: [] } })
  await renderPage(<TaskDetailsView viewer="therapist" details={details} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskForms:answer.export') }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(inputsOf('measure/exportAnswer')).toEqual([{ id: task.id }])
})
