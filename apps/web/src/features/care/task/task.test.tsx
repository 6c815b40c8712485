import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { AssignTaskDialog } from './assign/AssignTaskDialog.tsx'
import { TaskBoard } from './board/TaskBoard.tsx'
import { DeclineTaskDialog } from './actions/DeclineTaskDialog.tsx'
import { ClientTasks } from './list/ClientTasks.tsx'
import { OpenTaskCount } from './OpenTaskCount.tsx'
import { sampleId, otherSampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { sampleTaskDetails, sampleTask } from './task.testing.ts'
import { TaskComments } from './detail/TaskComments.tsx'
import { TaskDetailsView } from './detail/TaskDetailsView.tsx'
import { RefusedAnswer } from './fill/RefusedAnswer.tsx'
import { outgoingTaskKey } from './mutations.ts'
import { pendingChanges } from '../../../platform/outgoing/outgoing-state.ts'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer(answers)
  const drawn = await renderPage(
    <>
      {what}
      <Toasts />
    </>,
  )
  return { ...drawn, sent: inputsOf }
}
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

test('what is written while a comment is being sent stays in the field', async () => {
  const held = Promise.withResolvers<void>()
  const details = sampleTaskDetails(sampleTask('client'))
  const answers = { ...signedInAnswers('client'), 'task/comment': () => held.promise.then(() => details.task) }
  const { sent } = await show(<TaskComments details={details} viewer="client" />, answers)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('tasks:comments.write') })
  fireEvent.change(field, { target: { value: 'Done on Monday.' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:comments.send') }))
  await waitFor(() => expect(sent('task/comment')).toMatchObject([{ text: 'Done on Monday.' }]))
  fireEvent.change(field, { target: { value: 'Done on Monday. It was hard.' } })
  held.resolve()
  await waitFor(() => expect(field.value).toBe('It was hard.'))
})

test('a client sees tasks in the groups today, soon and done, with the filled button on the overdue task [1.06, 4.01] @slow', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00.000Z') })
  const late = sampleTask('client', {
    id: '1',
    status: 'in-progress',
    overdue: true,
    kind: 'check-in',
    dueDay: '2026-11-17',
  })
  const half = sampleTask('client', { id: '6', status: 'in-progress', title: 'A page of mine', hasDraft: true })
  const today = [late, sampleTask('client', { id: '2', title: 'Breathing' }), half]
  const soon = [sampleTask('client', { id: '3', title: 'Sleep diary', status: 'in-progress' })]
  const done = [
    sampleTask('client', { id: '4', title: 'Three names', status: 'completed', completedAt: hours(-1) }),
    sampleTask('client', { id: '5', title: 'A walk', status: 'completed', completedAt: hours(-30) }),
  ]
  const { sent } = await show(<ClientTasks />, {
    ...signedInAnswers('client'),
    'task/mine': () => ({ today, soon, done, doneCount: 6 }),
    'task/undo': () => done[0],
  })
  const card = (name: RegExp) => within(screen.getByRole('region', { name }))
  await screen.findByRole('region', { name: uiTextPattern('tasks:mine.today') })
  expect(
    screen.getByText(`${uiText('tasks:mine.from', { name: 'Nora Lindqvist' })} ${uiText('tasks:mine.decline')}`),
  ).toBeTruthy()
  const go = card(/^Today/).getByRole('link', { name: `${uiText('tasks:act.continue')}: Letter to my sister` })
  expect(go.getAttribute('data-variant')).toBe('filled')
  expect(card(/^Today/).getByText(uiText('tasks:overdue'))).toBeTruthy()
  expect(card(/^Today/).getByText(uiText('tasks:due.was', { day: 'Tue 17 Nov' }))).toBeTruthy()
  expect(
    card(/^Today/)
      .getByRole('button', { name: `${uiText('tasks:act.start')}: Breathing` })
      .getAttribute('data-variant'),
  ).toBe('light')
  expect(card(/^Coming up/).getByRole('button', { name: `${uiText('tasks:act.complete')}: Sleep diary` })).toBeTruthy()
  // The client must complete a task with a draft on its page, because only the page shows the draft.
  expect(card(/^Today/).getByRole('link', { name: `${uiText('tasks:act.continue')}: A page of mine` })).toBeTruthy()
  expect(card(/^Done/).queryByRole('button', { name: `${uiText('tasks:act.undo')}: A walk` })).toBeNull()
  expect(card(/^Done/).getByRole('button', { name: uiText('tasks:mine.all') })).toBeTruthy()
  fireEvent.click(card(/^Done/).getByRole('button', { name: `${uiText('tasks:act.undo')}: Three names` }))
  await waitFor(() => expect(sent('task/undo')).toHaveLength(1))
})

test('starting a task in the list opens its page, even if the list can complete the task', async () => {
  const task = sampleTask('client', { id: '2', title: 'Breathing' })
  const { router, sent } = await show(<ClientTasks />, {
    ...signedInAnswers('client'),
    'task/mine': () => ({ today: [task], soon: [], done: [], doneCount: 0 }),
    'task/start': () => sampleTask('client', { ...task, status: 'in-progress' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: `${uiText('tasks:act.start')}: Breathing` }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/client/tasks/2'))
  expect(sent('task/start')).toHaveLength(1)
})

test('the board shows four statuses with counts, and cards with a link, a menu and the decline reason [4.01]', async () => {
  const declined = sampleTask('therapist', {
    id: '2',
    status: 'denied',
    title: 'Exercise sheet',
    declineReason: 'Not now.',
  })
  const late = sampleTask('therapist', { id: '1', overdue: true, dueDay: '2026-11-17' })
  const column = (status: 'assigned' | 'in-progress' | 'completed' | 'denied', items = [late]) => ({
    status,
    count: items.length,
    items,
  })
  await show(
    <TaskBoard
      client={null}
      columns={[column('assigned'), column('in-progress', []), column('completed', []), column('denied', [declined])]}
    />,
    signedInAnswers('therapist'),
  )
  // Compares only the first four regions, because the toast container is a region too.
  const names = screen
    .getAllByRole('region')
    .flatMap((one) => (one.closest('li, ol') ? [] : [one.getAttribute('aria-label')]))
    .slice(0, 4)
  expect(names).toEqual([
    uiText('tasks:status.assigned'),
    uiText('tasks:status.in-progress'),
    uiText('tasks:status.completed'),
    uiText('tasks:status.denied'),
  ])
  expect(
    within(screen.getByRole('region', { name: uiText('tasks:status.in-progress') })).getByText(
      uiText('tasks:empty.column'),
    ),
  ).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: uiText('tasks:status.assigned') })).getByText(
      uiTextPattern('tasks:overdue'),
    ),
  ).toBeTruthy()
  const last = within(screen.getByRole('region', { name: uiText('tasks:status.denied') }))
  expect(last.getByText('Not now.')).toBeTruthy()
  expect(last.getByRole('button', { name: uiText('tasks:act.reassignOf', { title: 'Exercise sheet' }) })).toBeTruthy()
  expect(last.getByRole('link', { name: 'Exercise sheet' }).getAttribute('href')).toBe('/dashboard/therapist/tasks/2')
  fireEvent.click(last.getByRole('button', { name: uiText('tasks:act.menuOf', { title: 'Exercise sheet' }) }))
  const items = within(screen.getByRole('menu')).getAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    uiText('tasks:act.open'),
    uiText('tasks:act.toAssigned'),
    uiText('tasks:act.profile', { name: 'Ana' }),
    uiText('tasks:act.withdraw'),
  ])
})

const completedTasks = Array.from({ length: 12 }, (_, at) =>
  sampleTask('therapist', { id: String(at), status: 'completed', title: `Task ${at}` }),
)
const completedTitles = () => screen.getAllByRole('link', { name: /^Task/ })

test('the board shows ten completed tasks, and all of them after a press @slow', async () => {
  const columns = [{ status: 'completed', count: 12, items: completedTasks }] as const
  await show(<TaskBoard client={null} columns={columns} />, signedInAnswers('therapist'))
  expect(completedTitles()).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:mine.all') }))
  expect(completedTitles()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: uiText('tasks:mine.all') })).toBeNull()
})

test('a column that is longer than the board loads leads to all its tasks in the list', async () => {
  const columns = [{ status: 'completed', count: 60, items: completedTasks }] as const
  await show(<TaskBoard client={null} columns={columns} />, signedInAnswers('therapist'))
  expect(completedTitles()).toHaveLength(10)
  const link = screen.getByRole('link', { name: uiText('tasks:mine.all') })
  expect(link.getAttribute('href')).toContain('status=completed')
})

test('declining asks for a reason of at least 3 characters [4.02, 5.05] @slow', async () => {
  const task = sampleTask('client')
  const { sent } = await show(<DeclineTaskDialog task={task} onClose={() => {}} />, {
    ...signedInAnswers('client'),
    'task/decline': () => sampleTask('client', { status: 'denied' }),
  })
  const field = await screen.findByRole('textbox')
  const press = () => fireEvent.click(screen.getByRole('button', { name: uiText('tasks:declining.submit') }))
  press()
  expect(await screen.findByText(uiText('tasks:declining.missing'))).toBeTruthy()
  fireEvent.change(field, { target: { value: '   ' } })
  press()
  expect(screen.getByText(uiText('tasks:declining.missing'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'no' } })
  expect(await screen.findByText(uiText('tasks:declining.short'))).toBeTruthy()
  expect(sent('task/decline')).toHaveLength(0)
  fireEvent.change(field, { target: { value: 'I would rather talk about it.' } })
  press()
  await waitFor(() => expect(sent('task/decline')).toHaveLength(1))
  expect(sent('task/decline')[0]).toMatchObject({ id: sampleId, reason: 'I would rather talk about it.' })
})

test('declining without a connection says that it is sent later, and keeps the reason @slow', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show(<DeclineTaskDialog task={sampleTask('client')} onClose={() => {}} />, signedInAnswers('client'))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  expect(screen.queryByText(uiText('common:offline.waiting'))).toBeNull()
  fireEvent.change(field, { target: { value: 'I would rather talk about it.' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:declining.submit') }))
  await screen.findByText(uiText('common:offline.waiting'))
  expect(field.value).toBe('I would rather talk about it.')
})

test('the sidebar shows the number of open tasks, and nothing for zero', async () => {
  const { unmount } = await show(<OpenTaskCount viewer="client" />, {
    'task/counts': () => ({ open: 2, overdue: 1, flagged: 0 }),
  })
  expect((await screen.findByText('2')).getAttribute('title')).toBe('2 open tasks')
  unmount()
  const { container } = await show(<OpenTaskCount viewer="client" />, {
    'task/counts': () => ({ open: 0, overdue: 0, flagged: 0 }),
  })
  await waitFor(() => expect(container.querySelector('span')).toBeNull())
})

test('a therapist’s number leaves out the open tasks that wait for the clients', async () => {
  const { unmount } = await show(<OpenTaskCount viewer="therapist" />, {
    'task/counts': () => ({ open: 9, overdue: 1, flagged: 2 }),
  })
  const label = uiText('shell:tasksToReview_other', { count: '3' })
  expect((await screen.findByText('3')).getAttribute('title')).toBe(label)
  unmount()
  const { container } = await show(<OpenTaskCount viewer="therapist" />, {
    'task/counts': () => ({ open: 9, overdue: 0, flagged: 0 }),
  })
  await waitFor(() => expect(container.querySelector('span')).toBeNull())
})

test('without a socket the number of open tasks is polled every 60 seconds [7.11]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { sent } = await show(<OpenTaskCount viewer="client" />, {
    'task/counts': () => ({ open: 2, overdue: 1, flagged: 0 }),
  })
  await screen.findByText('2')
  await act(() => vi.advanceTimersByTimeAsync(59_999))
  expect(sent('task/counts')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  await waitFor(() => expect(sent('task/counts')).toHaveLength(2))
})

test('a check-in has eleven values, requires one of them and saves it @slow', async () => {
  const task = sampleTask('client', { status: 'in-progress', kind: 'check-in' })
  const form = { kind: 'check-in', question: 'How was your sleep?', low: 'Bad', high: 'Good' } as const
  const { sent } = await show(<TaskDetailsView viewer="client" details={sampleTaskDetails(task, form)} />, {
    ...signedInAnswers('client'),
    'task/saveDraft': () => ({ version: 1, savedAt: hours(0) }),
    'task/complete': () => ({ task, score: null, safety: false }),
  })
  const scale = await screen.findByRole('group', { name: 'How was your sleep?' })
  expect(within(scale).getAllByRole('radio')).toHaveLength(11)
  const next = () => fireEvent.click(screen.getByRole('button', { name: uiText('taskForms:steps.next') }))
  next()
  expect(screen.queryByRole('group', { name: 'How was your sleep?' })).toBeNull()
  expect(screen.getByText(uiText('taskForms:steps.at', { step: '2', count: '2' }))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('taskForms:submit') }))
  expect(await screen.findByText(uiText('taskForms:missing.value'))).toBeTruthy()
  expect(sent('task/complete')).toHaveLength(0)
  fireEvent.click(within(screen.getByRole('group', { name: 'How was your sleep?' })).getByRole('radio', { name: '7' }))
  next()
  fireEvent.click(screen.getByRole('button', { name: uiText('taskForms:submit') }))
  await waitFor(() => expect(sent('task/complete')).toHaveLength(1))
  expect(sent('task/saveDraft')[0]).toMatchObject({ version: 0, answer: { kind: 'check-in', value: 7 } })
  expect(sent('task/complete')[0]).toMatchObject({ id: sampleId, answer: { kind: 'check-in', value: 7, note: '' } })
})

test('the PHQ-9 announces item 9 in advance and offers help with the numbers of the country as soon as its answer is above zero @slow', async () => {
  // Uses another task id, because unsaved input of an earlier test may still exist for the sample task.
  const id = '88888888-5d1f-4a58-9a43-0d3a1a2b3c4d'
  const task = sampleTask('client', { id, status: 'in-progress', kind: 'questionnaire' })
  const form = { kind: 'questionnaire', name: 'phq-9' } as const
  await show(<TaskDetailsView viewer="client" details={sampleTaskDetails(task, form)} />, {
    ...signedInAnswers('client'),
    'account/me': () => ({ id: sampleId, role: 'client', zone: 'America/New_York', language: 'en' }),
    'safety/plan': () => ({ plan: null, offline: false, therapists: [] }),
    'task/saveDraft': () => ({ version: 1, savedAt: hours(0) }),
  })
  const before = await screen.findByText(uiTextPattern('taskForms:questionnaire.before', { option: 'Not at all' }))
  const emergency = await screen.findByRole('link', { name: '911' })
  expect(emergency.getAttribute('href')).toBe('tel:911')
  expect(before.contains(emergency)).toBe(true)
  expect(screen.queryByText(uiText('safety:chosen.title'))).toBeNull()
  const ninth = screen.getByRole('group', { name: /^9\. Thoughts that you would be better off dead/ })
  fireEvent.click(within(ninth).getByRole('radio', { name: 'Several days' }))
  const help = (await screen.findByText(uiText('safety:chosen.title'))).closest<HTMLElement>('[role=alert]')
  expect((await within(help as HTMLElement).findByRole('link', { name: /988$/ })).getAttribute('href')).toBe('tel:988')
  fireEvent.click(screen.getByRole('button', { name: uiText('taskForms:submit') }))
  expect(
    await screen.findByText(uiText('taskForms:missing.items_other', { count: '8', items: '1, 2, 3, 4, 5, 6, 7, 8' })),
  ).toBeTruthy()
})

test('both answers of a conflict are shown, and the answer that is not chosen stays visible @slow', async () => {
  const task = sampleTask('client', { id: '77777777-5d1f-4a58-9a43-0d3a1a2b3c4d', status: 'in-progress' })
  const theirs = { kind: 'plain', note: 'Written on the phone.' }
  const { sent } = await show(<TaskDetailsView viewer="client" details={sampleTaskDetails(task)} />, {
    ...signedInAnswers('client'),
    'task/saveDraft': ({ version }: { version: number }) =>
      version === 0
        ? refusalResponse(409, 'CHANGED', { answer: theirs, version: 3 })
        : { version: 4, savedAt: hours(0) },
  })
  fireEvent.change(await screen.findByRole('textbox', { name: uiTextPattern('taskForms:note.plain') }), {
    target: { value: 'Written here.' },
  })
  expect(await screen.findByText(uiText('versionConflict:title'))).toBeTruthy()
  expect(screen.getByText('Written on the phone.')).toBeTruthy()
  expect(screen.getByText('Written here.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('versionConflict:keepMine') }))
  await waitFor(() =>
    expect(sent('task/saveDraft').at(-1)).toMatchObject({ version: 3, answer: { note: 'Written here.' } }),
  )
  expect(await screen.findByText(uiText('taskForms:aside.title'))).toBeTruthy()
})

test('a therapist acknowledges a flagged answer', async () => {
  const task = sampleTask('therapist', {
    status: 'completed',
    completedAt: hours(-1),
    flag: 'raised',
    kind: 'questionnaire',
  })
  const answer = { kind: 'questionnaire', name: 'phq-9', answers: [1, 2, 1, 2, 0, 1, 1, 0, 1], language: 'en' } as const
  const [givenAt, arrivedAt] = [hours(-30), hours(-1)]
  const details = sampleTaskDetails(
    task,
    { kind: 'questionnaire', name: 'phq-9' },
    {
      answer: {
        answer: { ...answer, answers: [...answer.answers] },
        handedInAt: arrivedAt,
        answeredAt: givenAt,
        score: 9,
        results: [],
      },
    },
  )
  const { sent } = await show(<TaskDetailsView viewer="therapist" details={details} />, {
    ...signedInAnswers('therapist'),
    'task/acknowledge': () => ({ ...task, flag: 'acknowledged' }),
  })
  expect(
    await screen.findByText(uiText('taskForms:scoreOf', { name: 'PHQ-9', score: '9', most: '27', band: 'mild' })),
  ).toBeTruthy()
  // The answer was given 29 hours before it arrived, and both times are shown.
  const moments = [givenAt, arrivedAt].map((at) =>
    momentInSentence(at, { language: 'en', zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  )
  const [given = '', when = ''] = moments
  const shown = document.body.textContent
  expect(shown).toContain(uiText('tasks:flag.late', { given, when }))
  expect(shown).toContain(uiText('taskForms:answer.arrived', { given, when }))
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:flag.acknowledge') }))
  await waitFor(() => expect(sent('task/acknowledge')).toEqual([{ id: sampleId }]))
})

test('submitting an assignment without a title moves the focus to the title field @slow', async () => {
  const { sent } = await show(
    <AssignTaskDialog clients={[{ id: otherSampleId, name: 'Ana Moreau' }]} sessionId={null} onClose={() => {}} />,
    { ...signedInAnswers('therapist'), 'task/templates': () => ({ items: [] }) },
  )
  const submit = await screen.findByRole('button', { name: uiText('taskAssign:submit') })
  submit.focus()
  fireEvent.click(submit)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: uiTextPattern('taskAssign:title') })),
  )
  expect(sent('task/assign')).toHaveLength(0)
})

test('an answer sent later and refused by the server is shown and can be put back into the form', async () => {
  const answer = { kind: 'plain', note: 'Wrote two pages.' } as const
  pendingChanges.set([
    { path: ['task', 'complete'], input: { answer }, thing: outgoingTaskKey(sampleId), number: 1, refused: 'CHANGED' },
  ])
  const onEdit = vi.fn<(answer: object) => void>()
  await show(<RefusedAnswer taskId={sampleId} form={{ kind: 'plain' }} onEdit={onEdit} />, {})
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(uiText('common:offline.refused'))
  expect(alert.textContent).toContain('Wrote two pages.')
  fireEvent.click(within(alert).getByRole('button', { name: uiText('common:offline.edit') }))
  await waitFor(() => expect(onEdit).toHaveBeenCalledWith(answer))
  pendingChanges.set([])
})

const written = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

test('a client reads a task as a letter, without empty parts, details or history @slow', async () => {
  const task = sampleTask('client', { title: 'A walk' })
  const assigned = { at: hours(-2), by: 'therapist', action: 'assign', reason: '' } as const
  const letter = sampleTaskDetails(
    task,
    { kind: 'plain' },
    { history: [assigned], description: written('By the river.') as never },
  )
  const { unmount } = await show(<TaskDetailsView details={letter} viewer="client" />, signedInAnswers('client'))
  const words = (await screen.findByText('By the river.')).closest('div')?.parentElement?.parentElement
  expect(words?.textContent).toContain('Nora Lindqvist')
  for (const key of ['tasks:fields.description', 'tasks:fields.title', 'tasks:history.title'] as const)
    expect(screen.queryByRole('heading', { name: uiText(key) })).toBeNull()
  expect(screen.queryByRole('button', { name: uiText('tasks:detailsAndHistory') })).toBeNull()
  unmount()
  const started = { at: hours(-1), by: 'client', action: 'start', reason: '' } as const
  const details = sampleTaskDetails(task, { kind: 'plain' }, { history: [assigned, started] })
  await show(<TaskDetailsView details={details} viewer="client" />, signedInAnswers('client'))
  expect(screen.queryByText(uiText('tasks:noDescription'))).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: uiText('tasks:detailsAndHistory') }))
  expect(screen.getByRole('heading', { name: uiText('tasks:history.title') })).toBeTruthy()
  expect(screen.getByText(uiText('tasks:history.start'))).toBeTruthy()
})
