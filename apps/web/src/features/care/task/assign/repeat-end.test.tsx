import { fireEvent, screen, waitFor } from '@testing-library/react'
import { shiftDay } from '@attune/contract/common/time/time'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { AssignTaskDialog } from './AssignTaskDialog.tsx'
import { newTaskAssignment, newTaskInput, repeatedMeasure, taskAssignmentProblems } from './task-assignment.ts'

afterEach(() => vi.unstubAllGlobals())

const gad7 = { kind: 'questionnaire', name: 'gad-7' } as const
const ana = { id: sampleId, name: 'Ana Moreau' }

test('a repeated questionnaire ends on a date, and the dialog says how many there will be @slow', async () => {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'task/templates': () => ({ items: [] }),
    'measure/list': () => ({ items: [] }),
    'task/assign': () => ({ items: [] }),
  })
  await renderPage(<AssignTaskDialog clients={[ana]} sessionId={null} measure={gad7} repeats onClose={() => {}} />)
  const ends = await screen.findByLabelText(uiText('taskAssign:repeat.ends'))
  fireEvent.change(ends, { target: { value: 'until' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:submit') }))
  await screen.findByText(uiText('taskAssign:problem.until'))
  const first = shiftDay(localDay(new Date().toISOString(), { zone: 'Europe/Berlin', language: 'en' }), 7)
  const until = shiftDay(first, 30)
  const field = screen.getByLabelText(uiText('taskAssign:repeat.until'))
  fireEvent.change(field, { target: { value: until } })
  fireEvent.blur(field)
  await screen.findByText(uiTextPattern('taskAssign:repeat.untilHint_other', { count: '3' }))
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() => expect(inputsOf('task/assign')).toMatchObject([{ repeat: { every: 'two-weekly', until } }]))
})

test('an end that gives fewer than 2 or more than 90 repeats is a problem, and a draft without an end has a number', () => {
  const plan = { ...newTaskAssignment([ana]), ...repeatedMeasure(gad7, '2026-11-21'), ends: 'until' } as const
  const problemsOf = (until: string) => taskAssignmentProblems({ ...plan, until })
  expect(problemsOf('2026-12-12')).toEqual({})
  for (const until of ['', 'soon', '2026-12-11', '2031-01-01']) expect(problemsOf(until)).toEqual({ until: true })
  const { ends: _ends, ...earlier } = plan
  expect(newTaskInput(earlier, 'UTC', null).repeat).toEqual({ every: 'two-weekly', count: 6 })
})
