import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { TaskStatusBadge, useDueText } from './status.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['assigned', false, 'tasks:pending'],
  ['in-progress', false, 'tasks:pending'],
  ['assigned', true, 'tasks:overdue'],
  ['in-progress', true, 'tasks:overdue'],
  ['completed', false, 'tasks:status.completed'],
  ['denied', false, 'tasks:status.denied'],
] as const)('the label of a task that is %s (overdue: %s) is %s [4.01]', async (status, overdue, label) => {
  await renderPage(<TaskStatusBadge task={{ status, overdue }} />)
  expect(screen.getByText(uiText(label))).toBeTruthy()
})

test('overdue is marked as an exception, not as a danger', async () => {
  await renderPage(<TaskStatusBadge task={{ status: 'assigned', overdue: true }} />)
  expect(screen.getByText(uiText('tasks:overdue')).closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning')
})

function DueText({ dueDay, overdue }: { dueDay: string; overdue: boolean }) {
  return <p>{useDueText()({ status: 'assigned', dueDay, overdue, completedAt: null })}</p>
}

test.each([
  ['2026-11-20', false, uiText('tasks:due.today')],
  ['2026-11-21', false, uiText('tasks:due.on', { day: 'Sat 21 Nov' })],
  ['2026-11-19', true, uiText('tasks:due.was', { day: 'Thu 19 Nov' })],
] as const)('a task due on %s (overdue: %s) is shown as %s on 20 November [4.01]', async (dueDay, overdue, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00.000Z') })
  await renderPage(<DueText dueDay={dueDay} overdue={overdue} />)
  expect(screen.getByText(text)).toBeTruthy()
})
