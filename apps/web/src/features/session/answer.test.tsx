import type { Session } from '@attune/contract/features/session'
import { mayOf } from '@attune/contract/features/session.states'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerFor, draw, refuse } from '../../testing/draw.tsx'
import Toasts from '../../ui/Toasts.tsx'
import { Answer } from './Answer.tsx'
import { SessionActions } from './SessionActions.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
function session(status: Session['status'], viewer: 'therapist' | 'client'): Session {
  const startsAt = '2999-11-26T10:00:00.000Z'
  return {
    id,
    startsAt,
    endsAt: '2999-11-26T10:50:00.000Z',
    durationMinutes: 50,
    format: 'video',
    therapyType: 'individual',
    location: '',
    videoUrl: null,
    status,
    sequence: 0,
    revision: 0,
    bookedAt: '2999-11-20T10:00:00.000Z',
    bookedAnyway: false,
    change: null,
    therapist: { id, name: 'Nora Lindqvist', avatarUrl: null, zone: 'Europe/Berlin' },
    participants: [
      {
        clientId: id,
        firstName: 'Ana',
        lastName: 'Moreau',
        avatarUrl: null,
        answer: 'awaited',
        attendance: null,
        lateCancel: false,
      },
    ],
    may: mayOf(viewer, { status, startsAt }, new Date()),
  }
}

const withToasts = (what: React.ReactNode) => (
  <>
    {what}
    <Toasts />
  </>
)

test('two taps on Accept are one act: they carry the same command [6.06]', async () => {
  let tries = 0
  const { calls, fetched } = answerFor({
    'session/accept': () => (++tries === 1 ? refuse(409, 'CONFLICT') : session('confirmed', 'client')),
  })
  vi.stubGlobal('fetch', fetched)
  await draw(withToasts(<Answer session={session('scheduled', 'client')} />))
  const accept = await screen.findByRole('button', { name: 'Accept' })
  fireEvent.click(accept)
  await screen.findByText(/Nothing was changed/)
  fireEvent.click(accept)
  await screen.findByText('Accepted. Nora Lindqvist is told at once.')
  const commands = calls
    .filter((call) => call.path === 'session/accept')
    .map((call) => (call.input as { command: string }).command)
  expect(commands).toHaveLength(2)
  expect(new Set(commands).size).toBe(1)
})

test('a session that changed in the meantime says what it is now', async () => {
  const { fetched } = answerFor({ 'session/accept': () => refuse(409, 'ILLEGAL_TRANSITION', { status: 'cancelled' }) })
  vi.stubGlobal('fetch', fetched)
  await draw(withToasts(<Answer session={session('scheduled', 'client')} />))
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText('The session changed in the meantime. It now reads: Cancelled.')
})

test('a screen offers what the server says may be done, and nothing else', async () => {
  const first = await draw(<Answer session={session('confirmed', 'client')} />)
  expect(screen.queryByRole('button')).toBeNull()
  first.unmount()
  const second = await draw(<SessionActions session={session('confirmed', 'client')} />)
  expect(screen.queryByRole('button')).toBeNull()
  second.unmount()
  await draw(<SessionActions session={session('confirmed', 'therapist')} />)
  expect((await screen.findAllByRole('button')).map((button) => button.textContent)).toEqual(['Move', 'Cancel session'])
})

test('a time that is taken says what is in the way, and what was entered stays', async () => {
  const { calls, fetched } = answerFor({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'session/move': () =>
      refuse(409, 'SLOT_TAKEN', {
        conflicts: [
          {
            kind: 'session',
            sessionId: id,
            name: 'Leo B.',
            startsAt: '2999-11-27T09:00:00.000Z',
            endsAt: '2999-11-27T09:50:00.000Z',
          },
        ],
      }),
  })
  vi.stubGlobal('fetch', fetched)
  await draw(<SessionActions session={session('confirmed', 'therapist')} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
  const day = await screen.findByLabelText(/^Date/)
  fireEvent.change(day, { target: { value: '2999-11-27' } })
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '10:15' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move the session' }))
  const alert = await screen.findByText('This time is taken')
  await waitFor(() => expect(alert.parentElement?.textContent).toContain('Leo B.'))
  expect((day as HTMLInputElement).value).toBe('2999-11-27')
  expect(calls.find((call) => call.path === 'session/move')?.input).toMatchObject({
    id,
    startsAt: '2999-11-27T09:15:00.000Z',
    durationMinutes: 50,
  })
})
