import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { NextFreeTimes } from './NextFreeTimes.tsx'
import { OfferedTypeChoice, useOfferedType } from './OfferedTypeChoice.tsx'
import { SessionTypeField } from './SessionTypeField.tsx'
import { SessionTypeSettings } from './SessionTypeSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const otherId = '6b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const first: SessionType = {
  id,
  name: 'First session',
  durationMinutes: 90,
  format: 'video',
  location: '',
  color: 'sage',
  bufferBefore: null,
  bufferAfter: 15,
  serviceId: null,
  newClients: 'book',
  knownClients: 'none',
  isArchived: false,
  version: 1,
}
const second: SessionType = { ...first, id: otherId, name: 'Follow-up', color: 'clay', newClients: 'none' }

/** Mocks the server with these answers. Returns a function that lists the inputs of the calls to a path. */
function answerWith(answers: Record<string, unknown>) {
  const entries = Object.entries(answers).map(([path, answer]) => [path, () => answer] as const)
  const { inputsOf } = mockServer(Object.fromEntries(entries))
  return inputsOf
}

async function openSettings(types: SessionType[], answers: Record<string, unknown> = {}) {
  const inputsOf = answerWith({ 'sessionType/list': { items: types }, 'service/list': { items: [] }, ...answers })
  await renderPage(
    <>
      <SessionTypeSettings />
      <Toasts />
    </>,
  )
  return inputsOf
}
const button = (key: Parameters<typeof uiText>[0], values: Record<string, string> = {}) =>
  screen.findByRole('button', { name: uiText(key, values) })

test('an added type is sent with empty buffers as null, after a missing name was named @slow', async () => {
  const inputsOf = await openSettings([], { 'sessionType/add': first })
  fireEvent.click(await button('sessionType:add'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(await dialog.findByRole('button', { name: uiText('sessionType:dialog.add') }))
  await dialog.findByText(uiText('sessionType:problem.name'))
  expect(inputsOf('sessionType/add')).toEqual([])
  fireEvent.change(dialog.getByLabelText(uiText('sessionType:field.name')), { target: { value: 'Intake' } })
  fireEvent.change(dialog.getByLabelText(uiText('sessionType:who.new')), { target: { value: 'book' } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('sessionType:dialog.add') }))
  await waitFor(() =>
    expect(inputsOf('sessionType/add')).toMatchObject([
      {
        name: 'Intake',
        durationMinutes: 50,
        bufferBefore: null,
        bufferAfter: null,
        newClients: 'book',
        knownClients: 'none',
      },
    ]),
  )
})

test('a wrong duration or buffer is named and not sent @slow', async () => {
  const inputsOf = await openSettings([first])
  fireEvent.click(await button('sessionType:edit', { name: 'First session' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText(uiText('sessionType:field.duration')), { target: { value: '0' } })
  fireEvent.change(dialog.getByLabelText(uiText('sessionType:field.bufferAfter')), { target: { value: '241' } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('sessionType:dialog.save') }))
  await dialog.findByText(uiText('sessionType:problem.duration'))
  await dialog.findByText(uiText('sessionType:problem.buffer'))
  expect(inputsOf('sessionType/edit')).toEqual([])
})

test('a type that was changed in another window is not saved, and a toast says so @slow', async () => {
  await openSettings([first], { 'sessionType/edit': refusalResponse(409, 'CHANGED', { type: first }) })
  fireEvent.click(await button('sessionType:edit', { name: 'First session' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(await dialog.findByRole('button', { name: uiText('sessionType:dialog.save') }))
  await screen.findByText(uiText('sessionType:changed'))
})

test('the order of the types is saved within the bounds of the list', async () => {
  const inputsOf = await openSettings([first, second], { 'sessionType/sort': { items: [second, first] } })
  expect(await button('sessionType:up', { name: 'First session' })).toHaveProperty('disabled', true)
  fireEvent.click(await button('sessionType:down', { name: 'First session' }))
  await waitFor(() => expect(inputsOf('sessionType/sort')).toEqual([{ ids: [otherId, id] }]))
})

test('the types that can be chosen are the active ones and the chosen one', async () => {
  answerWith({ 'sessionType/list': { items: [{ ...first, isArchived: true }, second] } })
  const onChange = vi.fn<(type: SessionType | null) => void>()
  await renderPage(<SessionTypeField value={null} onChange={onChange} />)
  const field = await screen.findByLabelText(uiText('sessionType:choose.label'))
  expect(within(field).getAllByRole('option')).toHaveLength(2)
  fireEvent.change(field, { target: { value: otherId } })
  expect(onChange).toHaveBeenCalledWith(second)
})

test('a click chooses one of the next free times, which fit duration and type', async () => {
  const startsAt = '2026-11-24T09:00:00.000Z'
  const slots = [{ startsAt, endsAt: '2026-11-24T10:30:00.000Z', location: '' }]
  const inputsOf = answerWith({ 'availability/nextFree': { slots } })
  const onChoose = vi.fn<(startsAt: string) => void>()
  await renderPage(
    <NextFreeTimes format="video" minutes={90} zone="UTC" typeId={id} chosen={null} onChoose={onChoose} />,
  )
  const times = await screen.findByRole('list', { name: uiText('sessionType:nextFree') })
  fireEvent.click(within(times).getByRole('button'))
  expect(onChoose).toHaveBeenCalledWith(startsAt)
  expect(inputsOf('availability/nextFree')).toEqual([{ format: 'video', durationMinutes: 90, limit: 4, typeId: id }])
})

test('a client chooses among the offered types and reads whether a time is confirmed at once', async () => {
  const offered = [
    { id, name: 'First session', durationMinutes: 90, format: 'video', isInstant: true },
    { id: otherId, name: 'Follow-up', durationMinutes: 50, format: 'video', isInstant: false },
  ]
  answerWith({ 'sessionType/offered': { items: offered } })
  const Choice = () => <OfferedTypeChoice of={useOfferedType('7b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d')} />
  await renderPage(<Choice />)
  const field = await screen.findByLabelText(uiText('sessionType:offered.label'))
  await screen.findByText(uiText('sessionType:offered.instant'))
  fireEvent.change(field, { target: { value: otherId } })
  await screen.findByText(uiText('sessionType:offered.request'))
})
