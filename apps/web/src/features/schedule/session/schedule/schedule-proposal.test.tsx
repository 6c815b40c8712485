import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleSession, signedInAnswers } from '../session.testing.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { ScheduleFormProps } from './use-schedule-form.ts'

afterEach(() => vi.unstubAllGlobals())

const type = { id: otherSampleId, name: 'Couple check', durationMinutes: 90, format: 'in-person', isArchived: false }
const inRoom = (minutes: number, location: string) =>
  sampleSession('therapist', {
    status: 'completed',
    durationMinutes: minutes,
    format: 'in-person',
    location,
    type: { id: type.id, name: type.name, color: 'sage' },
  })

/** Opens the dialog for a client who has these sessions on the mocked server. Returns the inputs that the server received. */
async function open(sessions: unknown[], start: Omit<ScheduleFormProps, 'onClose'> = {}) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'terms/mine': () => ({ durationMinutes: 50, location: 'Practice', videoLink: null }),
    'sessionType/list': () => ({ items: [type] }),
    'session/list': ({ which }: { which: string }) => ({ items: which === 'history' ? sessions : [], next: null }),
    'availability/nextFree': () => ({
      slots: [{ startsAt: '2099-11-26T13:00:00.000Z', endsAt: '2099-11-26T14:30:00.000Z' }],
    }),
    'session/create': () => sampleSession('therapist'),
  })
  const client = { id: crypto.randomUUID(), name: 'Ana Moreau' }
  await renderPage(<ScheduleDialog client={client} {...start} onClose={() => {}} />)
  return { inputsOf, client }
}
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: uiText('session:plan.submit') }))

test('the dialog opens with what is usual for the client and the next free time, and two clicks schedule it @slow', async () => {
  const { inputsOf, client } = await open([inRoom(50, 'Room 2'), inRoom(90, 'Room 1'), inRoom(90, 'Room 1')])
  expect(await screen.findByDisplayValue('Room 1')).toBeTruthy()
  expect(inputsOf('availability/nextFree')).toContainEqual({
    format: 'in-person',
    durationMinutes: 90,
    limit: 1,
    typeId: type.id,
  })
  await submit()
  await waitFor(() =>
    expect(inputsOf('session/create')).toMatchObject([
      {
        clientIds: [client.id],
        startsAt: '2099-11-26T13:00:00.000Z',
        durationMinutes: 90,
        format: 'in-person',
        typeId: type.id,
        location: 'Room 1',
      },
    ]),
  )
})

test('a time that was chosen in the calendar stays, with the usual format and room of the client @slow', async () => {
  const at = { day: '2099-12-01', time: '11:00', minutes: 60 }
  const { inputsOf } = await open([inRoom(90, 'Room 1')], { at })
  expect(await screen.findByDisplayValue('Room 1')).toBeTruthy()
  await submit()
  await waitFor(() =>
    expect(inputsOf('session/create')).toMatchObject([
      { startsAt: '2099-12-01T10:00:00.000Z', durationMinutes: 60, typeId: type.id },
    ]),
  )
})

test('what the therapist has changed is not replaced by the proposal', async () => {
  const { inputsOf } = await open([inRoom(90, 'Room 1')])
  fireEvent.change(await screen.findByDisplayValue('Room 1'), { target: { value: 'Garden' } })
  expect(screen.getByDisplayValue('Garden')).toBeTruthy()
  await submit()
  await waitFor(() =>
    expect(inputsOf('session/create')).toMatchObject([{ location: 'Garden', durationMinutes: 90, typeId: type.id }]),
  )
})

test('a new client gets the next free time for the defaults of the therapist @slow', async () => {
  const { inputsOf } = await open([])
  await waitFor(() =>
    expect(inputsOf('availability/nextFree')).toContainEqual({ format: 'in-person', durationMinutes: 50, limit: 1 }),
  )
  expect(await screen.findByDisplayValue('14:00')).toBeTruthy()
  await submit()
  await waitFor(() =>
    expect(inputsOf('session/create')).toMatchObject([
      { startsAt: '2099-11-26T13:00:00.000Z', durationMinutes: 50, typeId: null, location: 'Practice' },
    ]),
  )
})
