import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleTask } from '../task.testing.ts'
import { AssignTaskButtons } from './AssignTaskButtons.tsx'

afterEach(() => vi.unstubAllGlobals())

const { source, language } = sampleMeasure({
  source: { publisher: 'Sample Press', copyright: '', licence: 'CC0', version: '', url: '', right: 'public' },
})
const sleep = { kind: 'measure', measureId: sampleId, title: 'Sleep scale', source, language } as const
const others = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    ...sleep,
    measureId: sampleId.replace(/.{2}$/, `${place + 10}`),
    title: `Other ${place}`,
  }))
const phq9 = { kind: 'questionnaire', name: 'phq-9' } as const
const ana = { id: otherSampleId, name: 'Ana Moreau' }
const tom = { id: sampleId, name: 'Tom Berg' }
const assigned = sampleTask('therapist')

async function openMenu(answers: Parameters<typeof mockServer>[0], clients = [ana]) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'task/templates': () => ({ items: [] }),
    'task/measuresToSend': () => ({ items: [sleep, phq9, ...others(20)] }),
    'measure/list': () => ({ items: [] }),
    'task/withdraw': () => ({ withdrawn: [assigned.id] }),
    ...answers,
  })
  await renderPage(
    <>
      <AssignTaskButtons clients={clients} />
      <Toasts />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:act.sendMeasure') }))
  await screen.findByRole('menuitem', { name: /^PHQ-9/ })
  return inputsOf
}

test('the second click sends the questionnaire that is sent most, with its licence beside its title, and the toast withdraws it @slow', async () => {
  const sent = await openMenu({ 'task/assign': () => ({ items: [assigned] }) })
  const items = screen.getAllByRole('menuitem')
  // Further questionnaires are in the dialog, so that the menu does not grow.
  expect(items).toHaveLength(11)
  expect(items[0]?.textContent).toBe('Sleep scaleSample Press · CC0')
  expect(document.activeElement).toBe(items[0])
  fireEvent.click(screen.getByRole('menuitem', { name: /^Sleep scale/ }))
  await screen.findByText(uiText('taskAssign:send.done', { measure: 'Sleep scale', name: 'Ana Moreau' }))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(sent('task/assign')).toMatchObject([
    {
      title: 'Sleep scale',
      form: { kind: 'measure', measureId: sampleId, showResult: false },
      clientIds: [otherSampleId],
      dueDay: null,
      repeat: null,
      delivery: { how: 'now' },
    },
  ])
  fireEvent.click(screen.getByRole('button', { name: uiText('tasks:act.undo') }))
  await screen.findByText(uiText('taskAssign:send.undone', { measure: 'Sleep scale' }))
  expect(sent('task/withdraw')).toMatchObject([{ id: assigned.id }])
})

test('the arrow keys reach every item of the menu, and Escape closes it @slow', async () => {
  await openMenu({})
  const items = screen.getAllByRole('menuitem')
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowDown')
  expect(document.activeElement).toBe(items[1])
  press('End')
  expect(document.activeElement).toBe(items.at(-1))
  press('Escape')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the last item opens the dialog with the first questionnaire and the client, for several clients and repeats @slow', async () => {
  const sent = await openMenu({ 'task/assign': () => ({ items: [] }) })
  fireEvent.click(screen.getByRole('menuitem', { name: new RegExp(`^${uiText('taskAssign:send.options')}`) }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() =>
    expect(sent('task/assign')).toMatchObject([
      { title: 'Sleep scale', form: { kind: 'measure', measureId: sampleId } },
    ]),
  )
})

test('of several clients, those with an open copy are named, and the dialog opens for the others @slow', async () => {
  const answers = {
    'task/assign': (input: { clientIds: string[] }) =>
      input.clientIds.includes(ana.id)
        ? refusalResponse(409, 'OPEN_COPY', { clientIds: [ana.id] })
        : { items: [assigned] },
  }
  const sent = await openMenu(answers as never, [ana, tom])
  fireEvent.click(screen.getByRole('menuitem', { name: /^PHQ-9/ }))
  await screen.findByText(uiText('taskAssign:openCopy.text', { names: 'Ana Moreau', measure: 'PHQ-9' }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() => expect(sent('task/assign').at(-1)).toMatchObject({ clientIds: [tom.id], title: 'PHQ-9' }))
})

test('a client with an open copy is named and gets no second one', async () => {
  await openMenu({ 'task/assign': () => refusalResponse(409, 'OPEN_COPY', { clientIds: [ana.id] }) })
  fireEvent.click(screen.getByRole('menuitem', { name: /^PHQ-9/ }))
  await screen.findByText(uiText('taskAssign:openCopy.text', { names: 'Ana Moreau', measure: 'PHQ-9' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without the list of the server, the menu has the questionnaires that every practice has', async () => {
  await openMenu({ 'task/measuresToSend': failureResponse })
  expect(screen.getAllByRole('menuitem')).toHaveLength(3)
})
