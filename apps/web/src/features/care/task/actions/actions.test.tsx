import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeDevice } from '../../../../platform/native/fake-port.testing.ts'
import { setNativePort } from '../../../../platform/native/port.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { EditTaskDialog } from '../assign/EditTaskDialog.tsx'
import { TaskActions } from './TaskActions.tsx'
import { TaskBoardCard } from '../board/TaskBoardCard.tsx'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'

afterEach(() => vi.unstubAllGlobals())

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0], path = '/') {
  const { calls } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  const { router } = await renderPage(what, path)
  return { router, sent: (name: string) => calls.filter((call) => call.path === name) }
}

test('withdrawing a task on its own page opens the list of tasks @slow', async () => {
  const task = sampleTask('therapist')
  const answers = { 'task/withdraw': () => ({ withdrawn: [task.id] }) }
  const { router } = await show(
    <TaskActions task={task} viewer="therapist" />,
    answers,
    `/dashboard/therapist/tasks/${sampleId}`,
  )
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:act.more') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('tasks:act.withdraw') }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: uiText('tasks:withdrawing.submit') }))
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/therapist/tasks')
})

test('submitting an edited task during an upload shows that the file is still uploading @slow', async () => {
  const file = {
    id: sampleId,
    name: 'Letter.pdf',
    kind: 'pdf',
    type: 'application/pdf',
    size: 2_000_000,
    state: 'checking',
    refusal: null,
    width: null,
    height: null,
    seconds: null,
    hasThumbnail: false,
    createdAt: '2026-11-20T10:00:00.000Z',
  } as const
  const task = sampleTask('therapist')
  const { sent } = await show(<EditTaskDialog task={task} onClose={() => {}} />, {
    'task/get': () => sampleTaskDetails(task, { kind: 'plain' }, { files: [file] }),
    'file/mine': () => ({ items: [file] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskAssign:edit.submit') }))
  expect(await screen.findByText(uiText('taskAssign:problem.uploading'))).toBeTruthy()
  expect(sent('task/edit')).toEqual([])
})

test('a phone confirms by touch that a card of the board is picked up and dropped in another column', async () => {
  const device = new FakeDevice()
  setNativePort(device.port)
  try {
    const task = sampleTask('therapist', { status: 'denied', declineReason: 'Too long' })
    task.may.reassign = true
    await show(<TaskBoardCard task={task} />, { 'task/reassign': () => ({ ...task, status: 'assigned' }) })
    fireEvent.click(await screen.findByRole('button', { name: uiText('tasks:act.reassignOf', { title: task.title }) }))
    expect(device.haptics).toEqual(['pick-up'])
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: uiText('tasks:reassigning.submit') }))
    await expect.poll(() => device.haptics).toEqual(['pick-up', 'drop'])
  } finally {
    setNativePort(null)
  }
})
