import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'
import { TodayTasks } from './TodayTasks.tsx'

afterEach(() => vi.unstubAllGlobals())

const form = { kind: 'check-in', question: 'How was your day?', low: 'Hard', high: 'Good' } as const
const mood = sampleTask('client', { title: 'Mood', kind: 'check-in' })
const homework = sampleTask('client', { id: otherSampleId as typeof mood.id, title: 'A walk', overdue: true })

async function show(answers: Parameters<typeof mockServer>[0] = {}, tasks = [homework, mood]) {
  const { calls } = mockServer({
    ...signedInAnswers('client'),
    'task/mine': () => ({ today: tasks, soon: [], done: [], doneCount: 0 }),
    'task/get': () => sampleTaskDetails(mood, form),
    'task/start': () => sampleTask('client', { status: 'in-progress' }),
    'task/complete': () => ({ task: sampleTask('client', { status: 'completed' }), safety: false }),
    'task/undo': () => mood,
    ...answers,
  })
  await renderPage(
    <>
      <TodayTasks />
      <Toasts />
    </>,
  )
  return (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input)
}

test('a check-in comes before other tasks, one press submits it, and it can be undone [4.02]', async () => {
  const sent = await show()
  expect(await screen.findByText(form.question)).toBeTruthy()
  expect(screen.queryByText('A walk')).toBeNull()
  expect(screen.getByRole('button', { name: '10, Good' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '7' }))
  await screen.findByText(uiText('taskForms:submitted', { name: 'Nora Lindqvist' }))
  expect(sent('task/start')).toHaveLength(1)
  expect(sent('task/complete')).toMatchObject([{ id: sampleId, answer: { kind: 'check-in', value: 7, note: '' } }])
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:act.undo') }))
  await waitFor(() => expect(sent('task/undo')).toHaveLength(1))
})

test('two presses in a row submit a check-in once', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const sent = await show({ 'task/complete': () => promise })
  fireEvent.click(await screen.findByRole('button', { name: '7' }))
  fireEvent.click(screen.getByRole('button', { name: '8' }))
  await waitFor(() => expect(sent('task/complete')).toHaveLength(1))
  resolve({ task: mood, safety: false })
  await screen.findByText(uiText('taskForms:submitted', { name: 'Nora Lindqvist' }))
  expect(sent('task/complete')).toHaveLength(1)
})

test('a refused check-in says so beside its scale', async () => {
  await show({ 'task/complete': () => refusalResponse(409, 'CLIENT_INACTIVE') })
  fireEvent.click(await screen.findByRole('button', { name: '7' }))
  expect(await screen.findByText(uiText('tasks:refused.CLIENT_INACTIVE'))).toBeTruthy()
})

test('a check-in whose answer was begun continues on its page', async () => {
  const begun = sampleTask('client', { title: 'Mood', kind: 'check-in', status: 'in-progress', hasDraft: true })
  await show({}, [begun])
  await screen.findByRole('link', { name: `${uiText('tasks:act.continue')}: Mood` })
  expect(screen.queryByText(form.question)).toBeNull()
})
