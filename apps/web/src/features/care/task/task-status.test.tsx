import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { TaskStatusBadge } from './status.tsx'

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
