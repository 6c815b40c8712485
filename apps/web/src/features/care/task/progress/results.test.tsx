import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextIn, uiTextPattern } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import type { OwnTaskProgress } from '@attune/contract/features/care/task/task.progress'
import { AssignedTaskList } from '../list/AssignedTaskList.tsx'
import { ClientTasks } from '../list/ClientTasks.tsx'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import { AssignTaskDialog } from '../assign/AssignTaskDialog.tsx'
import { newTaskContent, repeatedMeasure } from '../assign/task-assignment.ts'
import { phq9OptionInSentence } from '../fill/questionnaires.ts'
import { MeasuresCard } from './MeasuresCard.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { TaskDetailsView } from '../detail/TaskDetailsView.tsx'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer(answers)
  await renderPage(what)
  return inputsOf
}

const at = '2026-11-18T10:00:00.000Z'
const form = { kind: 'questionnaire', name: 'phq-9' } as const
const phq9 = form
const submitted = { status: 'completed', completedAt: at, kind: 'questionnaire' } as const
const answerWith = (ninth: number, score: number | null) => ({
  answer: { ...form, answers: [1, 2, 1, 2, 0, 1, 1, 0, ninth], language: 'en' as const },
  handedInAt: at,
  answeredAt: null,
  score,
  results: [],
})
const scoreText = (score: number) => uiText('taskForms:score', { score: `${score}`, most: '27', band: 'mild' })
const plan = { warningSigns: ['Nights without sleep'], whatHelps: [], people: [], professionals: [] }
const ownPlan = () => ({
  plan: { ...plan, country: 'DE', version: 1, updatedAt: at, updatedBy: 'client' },
  offline: false,
  therapists: [],
})
const showOwnAnswer = (ninth: number, score: number | null) =>
  show(
    <TaskDetailsView
      viewer="client"
      details={sampleTaskDetails(sampleTask('client', submitted), form, { answer: answerWith(ninth, score) })}
    />,
    { ...signedInAnswers('client'), 'safety/plan': ownPlan },
  )

test('a client sees the score with its band, and a note that it is no diagnosis', async () => {
  await showOwnAnswer(0, 8)
  expect(await screen.findByText(`PHQ-9: ${scoreText(8)}`)).toBeTruthy()
  expect(screen.getByText(uiText('taskForms:notDiagnosis', { name: 'Nora Lindqvist' }))).toBeTruthy()
  expect(screen.queryByText(uiText('safety:now.title'))).toBeNull()
})

test('a client sees no score if the therapist does not show the result', async () => {
  await showOwnAnswer(1, null)
  expect(await screen.findByText(uiText('taskForms:answer.mine'))).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('taskForms:notDiagnosis'))).toBeNull()
  expect(screen.queryByText(/of 27/)).toBeNull()
})

test('if item 9 is above zero, the emergency numbers and the safety plan are above the result @slow', async () => {
  await showOwnAnswer(1, 9)
  const score = await screen.findByText(`PHQ-9: ${scoreText(9)}`)
  const numbers = await screen.findByText(uiText('safety:now.emergency', { number: '112' }))
  const sign = await screen.findByText('Nights without sleep')
  for (const help of [numbers, sign])
    expect(help.compareDocumentPosition(score) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the list of a therapist shows the score of a submitted questionnaire', async () => {
  const items = [{ ...sampleTask('therapist', submitted), result: { name: 'phq-9', score: 8 } }]
  await show(<AssignedTaskList filters={{}} />, {
    ...signedInAnswers('therapist'),
    'task/list': () => ({ items, next: null }),
  })
  const result = uiText('taskForms:scoreOf', { name: 'PHQ-9', score: '8', most: '27', band: 'mild' })
  expect(await screen.findByText(result)).toBeTruthy()
})

test('the assign dialog has a switch that shows the result to the client, off by default @slow', async () => {
  const sent = await show(
    <AssignTaskDialog clients={[{ id: otherSampleId, name: 'Ana Moreau' }]} sessionId={null} onClose={() => {}} />,
    {
      ...signedInAnswers('therapist'),
      'task/templates': () => ({ items: [] }),
      'task/assign': () => ({ items: [] }),
    },
  )
  const title = await screen.findByRole('textbox', { name: uiTextPattern('taskAssign:title') })
  fireEvent.change(title, { target: { value: 'The last two weeks' } })
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: uiText('tasks:kind.gad-7') }))
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: uiTextPattern('taskAssign:showResult.label') })
  expect(choice.checked).toBe(false)
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() =>
    expect(sent('task/assign')).toMatchObject([{ form: { kind: 'questionnaire', name: 'gad-7', showResult: true } }]),
  )
})

test('a button assigns a questionnaire with a title that the type proposes @slow', async () => {
  const sent = await show(
    <AssignTaskButton clients={[{ id: otherSampleId, name: 'Ana Moreau' }]} measure={phq9} label="PHQ-9" />,
    {
      ...signedInAnswers('therapist'),
      'task/templates': () => ({ items: [] }),
      'task/assign': () => ({ items: [] }),
    },
  )
  fireEvent.click(screen.getByRole('button', { name: 'PHQ-9' }))
  const submit = await screen.findByRole('button', { name: uiText('taskAssign:submit') })
  const more = screen.getByRole('button', { name: uiText('taskAssign:more') })
  const types = screen.getAllByRole('radio')
  expect(types[0]?.compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(submit)
  await waitFor(() =>
    expect(sent('task/assign')).toMatchObject([
      { title: 'PHQ-9', form: { kind: 'questionnaire', name: 'phq-9' }, clientIds: [otherSampleId], repeat: null },
    ]),
  )
})

test('clients with an open copy of a questionnaire are named and taken off the list, and the others get theirs @slow', async () => {
  const clients = [
    { id: otherSampleId, name: 'Ana Moreau' },
    { id: sampleId, name: 'Tom Berg' },
  ]
  const sent = await show(<AssignTaskDialog clients={clients} sessionId={null} measure={phq9} onClose={() => {}} />, {
    ...signedInAnswers('therapist'),
    'task/templates': () => ({ items: [] }),
    'task/assign': (input) =>
      (input as { clientIds: string[] }).clientIds.includes(otherSampleId)
        ? refusalResponse(409, 'OPEN_COPY', { clientIds: [otherSampleId] })
        : { items: [] },
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskAssign:submit') }))
  const names = 'Ana Moreau'
  await screen.findByText(uiText('taskAssign:openCopy.text', { names, measure: 'PHQ-9' }))
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:openCopy.remove', { names }) }))
  expect(screen.queryByText(uiText('taskAssign:openCopy.text', { names, measure: 'PHQ-9' }))).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() => expect(sent('task/assign').at(-1)).toMatchObject({ clientIds: [sampleId] }))
})

test('the proposed title follows the type until the therapist types one, and a template is one click @slow', async () => {
  const content = { ...newTaskContent(), title: 'Sleep diary', form: { kind: 'plain' } }
  await show(
    <AssignTaskDialog clients={[{ id: otherSampleId, name: 'Ana Moreau' }]} sessionId={null} onClose={() => {}} />,
    { ...signedInAnswers('therapist'), 'task/templates': () => ({ items: [{ ...content, id: sampleId }] }) },
  )
  const title = await screen.findByRole('textbox', { name: uiTextPattern('taskAssign:title') })
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
  choose(uiText('tasks:kind.thought-record'))
  expect(title).toHaveProperty('value', uiText('tasks:kind.thought-record'))
  choose(uiText('tasks:kind.gad-7'))
  expect(title).toHaveProperty('value', 'GAD-7')
  choose(uiText('tasks:kind.plain'))
  expect(title).toHaveProperty('value', '')
  fireEvent.change(title, { target: { value: 'My own' } })
  choose(uiText('tasks:kind.phq-9'))
  expect(title).toHaveProperty('value', 'My own')
  choose('Sleep diary')
  expect(title).toHaveProperty('value', 'Sleep diary')
})

test('each questionnaire has its own chart, from 0 to its highest score, with bands and labelled points @slow', async () => {
  // The charts are drawn only if they have a size, but jsdom computes no sizes.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 220))
  const scores = [
    { at, name: 'gad-7', score: 12 },
    { at, name: 'phq-9', score: 8 },
  ]
  await show(<TaskProgress clientId={otherSampleId} />, {
    ...signedInAnswers('therapist'),
    'task/progress': () => ({ weeks: [], checkIns: [], scores }),
  })
  const chart = async (name: string, most: string) => {
    const title = await screen.findByText(uiText('taskProgress:scoreTitle', { name, most }))
    return within(within(title.closest('figure') as HTMLElement).getByRole('img'))
  }
  const gad7 = await chart('GAD-7', '21')
  for (const band of ['minimal', 'mild', 'moderate', 'severe'] as const)
    expect(await gad7.findByText(uiText(`taskForms:band.${band}`))).toBeTruthy()
  for (const number of ['0', '5', '10', '15', '21', '12']) expect(gad7.getByText(number)).toBeTruthy()
  expect(gad7.queryByText(uiText('taskForms:band.moderately-severe'))).toBeNull()
  const phq9 = await chart('PHQ-9', '27')
  for (const number of ['0', '5', '10', '15', '20', '27', '8']) expect(phq9.getByText(number)).toBeTruthy()
  expect(phq9.getByText(uiText('taskForms:band.moderately-severe'))).toBeTruthy()
  const result = uiText('taskForms:score', { score: '12', most: '21', band: 'moderate' })
  expect(screen.getByRole('img', { name: new RegExp(result) })).toBeTruthy()
})

test('questionnaire results show the latest score, its change since the first, and the source of what is reliable', async () => {
  const score = (day: string, name: 'phq-9' | 'gad-7', points: number) => ({
    at: `${day}T10:00:00.000Z`,
    name,
    score: points,
  })
  const scores = [score('2026-09-01', 'phq-9', 16), score('2026-10-01', 'gad-7', 9), score('2026-11-01', 'phq-9', 8)]
  await show(<MeasuresCard client={{ id: otherSampleId, name: 'Ana Moreau' }} may />, {
    ...signedInAnswers('therapist'),
    'task/progress': () => ({ weeks: [], checkIns: [], scores }),
  })
  const change = uiText('taskProgress:change.improved', { day: '1 September 2026', points: '-8' })
  expect(await screen.findByText(change)).toBeTruthy()
  expect(screen.getByText(uiText('taskProgress:changeSource', { points: '6' }))).toBeTruthy()
  expect(screen.getByText(/GAD-7.*1 October 2026.*9 of 21/)).toBeTruthy()
  expect(screen.getAllByText(uiTextPattern('taskProgress:changeSource'))).toHaveLength(1)
})

test('repeating a questionnaire starts with the results’ questionnaire, due in a week and every two weeks', async () => {
  const { kind, title, dueDay, every, count } = repeatedMeasure({ kind: 'questionnaire', name: 'gad-7' }, '2026-11-28')
  expect([kind, title, dueDay, every, count]).toEqual(['gad-7', 'GAD-7', '2026-12-05', 'two-weekly', 6])
})

test('the notice about item 9 contains the flagged answer in the language of the reader', async () => {
  const task = sampleTask('therapist', { ...submitted, flag: 'raised' })
  const details = sampleTaskDetails(task, form, { answer: answerWith(0, 8), flaggedPoints: 1 })
  await show(<TaskDetailsView viewer="therapist" details={details} />, signedInAnswers('therapist'))
  const notice = uiText('tasks:flag.selfHarm', { name: 'Ana', answer: 'several days' })
  expect(await screen.findByRole('heading', { name: notice })).toBeTruthy()
  expect(phq9OptionInSentence(2, 'de')).toBe('an mehr als der Hälfte der Tage')
  expect(uiTextIn('de', 'tasks:flag.selfHarm', { name: 'Ana', answer: 'an einzelnen Tagen' })).toContain('(Frage 9:')
})

const showOwnProgress = async (progress: OwnTaskProgress) => {
  await show(<ClientTasks />, {
    ...signedInAnswers('client'),
    'task/mine': () => ({ today: [sampleTask('client')], soon: [], done: [], doneCount: 0 }),
    'task/ownProgress': () => progress,
  })
  await screen.findByRole('region', { name: new RegExp(`^${uiText('tasks:mine.today')}`) })
  await waitFor(() => expect(document.querySelector('[data-waits]')).toBeNull())
}
const noProgress = { due: 0, completed: 0, completedThisMonth: 0, checkIns: [], scores: [], measures: [] }

test('a client sees in words what they completed, and the course of check-ins and of shown scores @slow', async () => {
  const checkIn = (day: number, value: number) => ({ at: `2026-11-${day}T10:00:00.000Z`, title: 'Energy', value })
  const score = (day: number, points: number) => ({
    at: `2026-11-${day}T10:00:00.000Z`,
    name: 'phq-9' as const,
    score: points,
  })
  await showOwnProgress({
    due: 7,
    completed: 6,
    completedThisMonth: 3,
    checkIns: [checkIn(10, 4), checkIn(12, 5), checkIn(17, 6), { ...checkIn(18, 2), title: 'Asked once' }],
    scores: [score(11, 14), score(18, 8)],
    measures: [],
  })
  screen.getByRole('region', { name: uiText('taskProgress:own.title') })
  screen.getByText(uiText('taskProgress:own.due_other', { completed: '6', count: '7', weeks: '4' }))
  screen.getByText(uiText('taskProgress:own.month_other', { count: '3' }))
  screen.getByRole('img', { name: uiText('taskProgress:own.line', { title: 'Energy', values: '4, 5, 6' }) })
  screen.getByRole('img', { name: uiText('taskProgress:own.line', { title: 'PHQ-9', values: '14, 8' }) })
  screen.getByText(new RegExp(scoreText(8)))
  screen.getByText(uiText('taskProgress:own.notDiagnosis'))
  expect(screen.queryByText('Asked once')).toBeNull()
})

test('a client sees the course of a measure of the therapist, from the scores that can be compared @slow', async () => {
  const point = (day: number, score: number, version: number) => ({
    at: `2026-11-${day}T10:00:00.000Z`,
    score,
    version,
    comparableFrom: version,
  })
  const points = [point(10, 9, 1), point(12, 2.5, 2), point(17, 4, 2)]
  const range = { from: 1, to: 5 }
  const sleep = { id: sampleId, title: 'Sleep', range, bands: [], better: 'higher' as const, reliableChange: null }
  await showOwnProgress({ ...noProgress, measures: [{ ...sleep, points }] })
  screen.getByRole('img', { name: uiText('taskProgress:own.line', { title: 'Sleep', values: '2.5, 4' }) })
  screen.getByText(uiText('taskProgress:own.notDiagnosis'))
})

test('a client who completed nothing sees no progress, only what is due', async () => {
  await showOwnProgress({ ...noProgress, due: 5 })
  expect(screen.queryByRole('region', { name: uiText('taskProgress:own.title') })).toBeNull()
})

test('a task that is due later is not drawn as not done', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 220))
  const weeks = [
    { from: '2026-11-09', due: 2, completed: 1, declined: 0, missed: 1 },
    { from: '2026-11-16', due: 3, completed: 1, declined: 0, missed: 0 },
  ]
  await show(<TaskProgress clientId={otherSampleId} />, {
    ...signedInAnswers('therapist'),
    'task/progress': () => ({ weeks, checkIns: [], scores: [], measures: [] }),
  })
  const left = uiText('taskProgress:left')
  await screen.findByText(new RegExp(`^9 Nov: .*${left} 1$`))
  screen.getByText(new RegExp(`^16 Nov: .*${left} 0$`))
})
