import { choiceItem, sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../../../platform/api/api.ts'
import { outgoingQueue } from '../../../../platform/outgoing/outgoing-queue.ts'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { resetPage } from '../../../../testing/reset-page.ts'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ClientTasks } from '../list/ClientTasks.tsx'
import { TaskDetailsView } from '../detail/TaskDetailsView.tsx'
import { outgoingTaskKey } from '../mutations.ts'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'
import { WaitingAnswerOf } from './WaitingAnswer.tsx'

afterEach(() => {
  pendingChanges.set([])
  resetPage()
})

const task = sampleTask('client', { status: 'in-progress', title: 'Sleep diary' })
const mine = { today: [task], soon: [], done: [], doneCount: 0 }
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const queued = (answer: object, refused: string | null = null, shownWith?: { form: TaskForm }) =>
  pendingChanges.set([
    {
      path: ['task', 'complete'],
      input: { id: sampleId, command: sampleId, answer },
      thing: outgoingTaskKey(sampleId),
      number: 1,
      refused,
      ...(shownWith && { shownWith }),
    },
  ])

/** Replaces the storage of unsent changes on this device. Returns the mock of the function that stores a change. */
function storeChanges() {
  const add = vi.spyOn(outgoingQueue, 'add')
  return add.mockImplementation(async (change) => pendingChanges.set([{ ...change, number: 1, refused: null }]))
}

test('completing a task without a connection ends with the badge, not with a busy button', async () => {
  mockServer({ ...signedInAnswers('client'), 'task/mine': () => mine })
  await renderPage(<ClientTasks />)
  const complete = await screen.findByRole('button', { name: `${uiText('tasks:act.complete')}: Sleep diary` })
  // A query that has data waits for the connection, as the list of tasks does.
  queryClient.setQueryData(orpc.task.mine.queryKey({ input: {} }), mine)
  goOffline()
  const add = storeChanges()
  complete.focus()
  fireEvent.click(complete)
  await screen.findByText(uiText('common:offline.later'))
  expect(add).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Sleep diary' }))
  // After the person has withdrawn the answer, the button can be pressed again.
  pendingChanges.set([])
  const again = await screen.findByRole('button', { name: `${uiText('tasks:act.complete')}: Sleep diary` })
  await waitFor(() => expect(again.hasAttribute('data-loading')).toBe(false))
})

test('the list says that the server refused a completion, unless the task was completed elsewhere', async () => {
  queued({ kind: 'plain', note: '' }, 'FORBIDDEN')
  mockServer({ ...signedInAnswers('client'), 'task/mine': () => mine })
  const { unmount } = await renderPage(<ClientTasks />)
  await screen.findByText(uiText('common:offline.refused'))
  expect(screen.getByRole('button', { name: `${uiText('tasks:act.complete')}: Sleep diary` })).toBeTruthy()
  unmount()
  const done = [sampleTask('client', { status: 'completed', completedAt: task.assignedAt, title: 'Sleep diary' })]
  mockServer({ ...signedInAnswers('client'), 'task/mine': () => ({ today: [], soon: [], done, doneCount: 1 }) })
  await renderPage(<ClientTasks />)
  await screen.findByRole('link', { name: 'Sleep diary' })
  expect(screen.queryByText(uiText('common:offline.refused'))).toBeNull()
})

test('the page of a task shows the answer that waits on this device, and it can be edited without a connection', async () => {
  mockServer({ ...signedInAnswers('client'), 'task/saveDraft': () => ({ version: 1, savedAt: task.assignedAt }) })
  goOffline()
  queued({ kind: 'plain', note: 'Written on the train.' })
  const discard = vi.spyOn(outgoingQueue, 'discard').mockImplementation(async () => pendingChanges.set([]))
  await renderPage(<TaskDetailsView viewer="client" details={sampleTaskDetails(task)} />)
  await screen.findByText('Written on the train.')
  expect(screen.getByText(uiText('common:offline.later'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('taskForms:markComplete') })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('common:offline.edit') }))
  await screen.findByDisplayValue('Written on the train.')
  expect(discard).toHaveBeenCalledWith(1)
})

test('an answer that is being sent shows no button to edit it', async () => {
  mockServer(signedInAnswers('client'))
  queued({ kind: 'plain', note: 'Written on the train.' })
  await renderPage(<TaskDetailsView viewer="client" details={sampleTaskDetails(task)} />)
  await screen.findByText('Written on the train.')
  expect(screen.queryByRole('button', { name: uiText('common:offline.edit') })).toBeNull()
})

test('a task that could not be loaded still shows the answer that waits on this device', async () => {
  mockServer(signedInAnswers('client'))
  goOffline()
  queued({ kind: 'plain', note: 'Written on the train.' })
  await renderPage(<WaitingAnswerOf taskId={sampleId as never} />)
  await screen.findByText('Written on the train.')
})

/** A therapist's own questionnaire whose second item asks about self-harm. */
const items = [choiceItem('1', [0, 1]), choiceItem('2', [0, 1], { selfHarmFrom: 1 })]
const measureForm: TaskForm = {
  kind: 'measure',
  measureId: sampleId,
  copy: { version: 1, comparableFrom: 1, content: sampleMeasure({ items }) },
}
const measureAnswer = { kind: 'measure', measureId: sampleId, answers: { '1': '0', '2': '1' }, language: 'en' }

test('an answer about self-harm that waits shows the emergency numbers and its questions when its task could not be loaded @slow', async () => {
  mockServer(signedInAnswers('client'))
  goOffline()
  queued(measureAnswer, null, { form: measureForm })
  await renderPage(<WaitingAnswerOf taskId={sampleId as never} />)
  await screen.findByText(uiText('safety:now.title'))
  screen.getByText(/Item 2/)
})

test('an answer to a questionnaire that waits is stored with its questions @slow', async () => {
  mockServer({ ...signedInAnswers('client'), 'task/saveDraft': () => ({ version: 1, savedAt: task.assignedAt }) })
  goOffline()
  const add = storeChanges()
  await renderPage(<TaskDetailsView viewer="client" details={sampleTaskDetails(task, measureForm)} />)
  for (const name of [/Item 1/, /Item 2/]) {
    fireEvent.click(within(await screen.findByRole('group', { name })).getAllByRole('radio')[0] as HTMLElement)
  }
  fireEvent.click(screen.getByRole('button', { name: uiText('taskForms:submit') }))
  await waitFor(() =>
    expect(add.mock.lastCall?.[0]).toMatchObject({ path: ['task', 'complete'], shownWith: { form: measureForm } }),
  )
})

test('pressing Start moves the focus to the first field of the answer @slow', async () => {
  const assigned = sampleTask('client', { status: 'assigned' })
  mockServer({ ...signedInAnswers('client'), 'task/start': () => ({ ...assigned, status: 'in-progress' }) })
  await renderPage(<TaskDetailsView viewer="client" details={sampleTaskDetails(assigned)} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskForms:start') }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(uiText('taskForms:note.plain'))))
})
