import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { LazyTimeAnswerButtons } from './LazyTimeAnswerButtons.tsx'
import { SessionActions } from '../detail/SessionActions.tsx'
import { SessionDialogProvider } from '../dialogs/SessionDialogProvider.tsx'
import { sampleId, sampleSession, signedInAnswers } from '../session.testing.ts'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const page = (what: ReactNode) => (
  <SessionDialogProvider>
    {what}
    <Toasts />
  </SessionDialogProvider>
)

test('a second tap on Accept after a failure sends the same command id @slow', async () => {
  let tries = 0
  const { calls } = mockServer({
    'session/accept': () =>
      ++tries === 1 ? refusalResponse(409, 'CONFLICT') : sampleSession('client', { status: 'confirmed' }),
  })
  await renderPage(page(<LazyTimeAnswerButtons session={sampleSession('client', { status: 'scheduled' })} />))
  const accept = await screen.findByRole('button', { name: 'Accept' })
  fireEvent.click(accept)
  await screen.findByText(uiText('negotiation:refused.updateFailed'))
  fireEvent.click(accept)
  await screen.findByText(uiText('negotiation:done.accept', { name: 'Nora Lindqvist' }))
  const commands = calls
    .filter((call) => call.path === 'session/accept')
    .map((call) => (call.input as { command: string }).command)
  expect(commands).toHaveLength(2)
  expect(new Set(commands).size).toBe(1)
})

test('accepting a session that has changed since the page was loaded shows its current status', async () => {
  mockServer({
    'session/accept': () => refusalResponse(409, 'ILLEGAL_TRANSITION', { status: 'cancelled' }),
  })
  await renderPage(page(<LazyTimeAnswerButtons session={sampleSession('client', { status: 'scheduled' })} />))
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText(uiText('negotiation:refused.changed', { status: 'Cancelled' }))
})

test('moving to a taken time shows the conflict, keeps the input and can be booked anyway @slow', async () => {
  const conflicts = [
    {
      kind: 'session',
      sessionId: sampleId,
      name: 'Leo B.',
      startsAt: '2099-11-27T09:00:00.000Z',
      endsAt: '2099-11-27T09:50:00.000Z',
    },
  ]
  const { calls } = mockServer({
    ...signedInAnswers('therapist'),
    'session/move': (input: { anyway?: boolean }) =>
      input.anyway
        ? sampleSession('therapist', { status: 'rescheduled', bookedAnyway: true })
        : refusalResponse(409, 'SLOT_TAKEN', { conflicts }),
  })
  await renderPage(page(<SessionActions session={sampleSession('therapist')} viewer="therapist" />))
  fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
  const day = await screen.findByLabelText(/^Date/)
  fireEvent.change(day, { target: { value: '2099-11-27' } })
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '10:15' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('sessionDialog:moving.submit') }))
  const alert = await screen.findByText(uiText('negotiation:taken.title'))
  await waitFor(() => expect(alert.parentElement?.textContent).toContain('Leo B.'))
  expect((day as HTMLInputElement).value).toBe('2099-11-27')
  const sent = () => calls.filter((call) => call.path === 'session/move').map((call) => call.input as { anyway?: true })
  expect(sent()[0]).toMatchObject({
    id: sampleId,
    startsAt: '2099-11-27T09:15:00.000Z',
    durationMinutes: 50,
    revision: 3,
  })
  fireEvent.click(screen.getByRole('button', { name: uiText('negotiation:taken.anyway') }))
  await screen.findByText(uiTextPattern('negotiation:done.move'))
  expect(sent()[1]?.anyway).toBe(true)
})
