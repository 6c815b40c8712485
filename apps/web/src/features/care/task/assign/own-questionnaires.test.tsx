import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { FlaggedAnswerCard } from '../detail/FlaggedAnswerCard.tsx'
import { AssignedTaskRow } from '../list/AssignedTaskRow.tsx'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'
import { AssignTaskDialog } from './AssignTaskDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const head = { revision: 1, isChanged: false, isAnswered: false, updatedAt: '2026-11-01T10:00:00.000Z', items: 2 }
const content = sampleMeasure({
  title: 'Sleep scale',
  source: { publisher: 'Sample Press', copyright: '', licence: 'CC0', version: '', url: '', right: 'public' },
})
const released = { ...head, id: sampleId, title: 'Sleep scale', version: 1 }

test('a released questionnaire of the therapist is assigned by its title, with its licence; a draft is not offered @slow', async () => {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'task/templates': () => ({ items: [] }),
    'measure/list': () => ({ items: [released, { ...head, id: otherSampleId, title: 'Unfinished', version: null }] }),
    'measure/get': () => ({ ...released, content, problems: [] }),
    'task/assign': () => refusalResponse(409, 'OPEN_COPY', { clientIds: [otherSampleId] }),
  })
  await renderPage(
    <AssignTaskDialog clients={[{ id: otherSampleId, name: 'Ana Moreau' }]} sessionId={null} onClose={() => {}} />,
  )
  fireEvent.click(await screen.findByRole('radio', { name: 'Sleep scale' }))
  expect(screen.queryByRole('radio', { name: 'Unfinished' })).toBeNull()
  await screen.findByText('Sample Press · CC0')
  fireEvent.click(screen.getByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() =>
    expect(inputsOf('task/assign')).toMatchObject([
      { title: 'Sleep scale', form: { kind: 'measure', measureId: sampleId, showResult: false } },
    ]),
  )
  const open = { names: 'Ana Moreau', measure: 'Sleep scale' }
  expect(await screen.findByText(uiText('taskAssign:openCopy.text', open))).toBeTruthy()
})

test('a list shows the main score with its range and band, and the task says why it must be reviewed', async () => {
  mockServer(signedInAnswers('therapist'))
  const task = sampleTask('therapist', { status: 'completed', title: 'Sleep scale', flag: 'raised' })
  const measure = { title: 'Total', score: 5, range: { from: 0, to: 6 }, band: 'high', isAlert: true }
  const form = { kind: 'measure', measureId: sampleId, copy: { version: 1, comparableFrom: 1, content } } as const
  await renderPage(
    <>
      <AssignedTaskRow task={{ ...task, result: null, measure }} withPerson={false} />
      <FlaggedAnswerCard details={sampleTaskDetails(task, form)} />
    </>,
  )
  const within = uiText('taskForms:measure.within', { score: '5', from: '0', to: '6' })
  await screen.findByText(`Total: ${within}, high`)
  expect(screen.getByText(uiText('tasks:flag.measureAlert', { name: 'Ana', title: 'Sleep scale' }))).toBeTruthy()
})
