import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../session/session.testing.ts'
import { TaskActions } from './TaskActions.tsx'
import { sampleTask } from './task.testing.ts'

afterEach(() => vi.unstubAllGlobals())

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0], path = '/') {
  const { fetched } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  vi.stubGlobal('fetch', fetched)
  return renderPage(what, path)
}

test('withdrawing a task on its own page opens the list of tasks', async () => {
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
