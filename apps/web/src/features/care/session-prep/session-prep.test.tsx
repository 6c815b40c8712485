import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, renderPage } from '../../../testing/render-page.tsx'
import { SessionPrepPanel } from './SessionPrepPanel.tsx'
import { uiText } from '../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-18T10:00:00.000Z'
const quiet: SessionPrep = {
  client: { id: 'c', firstName: 'Ana', lastName: 'Moreau' },
  lastSession: { id: 's', startsAt: '2026-11-12T10:00:00.000Z' },
  since: '2026-11-12T10:50:00.000Z',
  tasks: { completed: [], declined: [], open: [] },
  checkIns: [],
  scores: [],
  measures: [],
  entries: [],
  unreadMessages: 0,
  forms: [],
  lastNote: null,
  nextSteps: '',
  objectives: '',
}
const task = (id: string, more: object) =>
  ({
    id,
    title: `Task ${id}`,
    status: 'assigned',
    completedAt: null,
    declineReason: '',
    dueDay: null,
    overdue: false,
    ...more,
  }) as never

const serve = (brief: unknown) =>
  mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'sessionPrep/get': () => brief,
  })

test('the session prep shows completed and declined tasks, check-ins with a text alternative, scores with the previous value, and next steps', async () => {
  serve({
    ...quiet,
    tasks: {
      completed: [task('a', { status: 'completed', completedAt: at })],
      declined: [task('b', { status: 'denied', declineReason: 'Too much at once' })],
      open: [task('c', { dueDay: '2026-11-10', overdue: true })],
    },
    checkIns: [
      { at, title: 'How calm', value: 3 },
      { at: '2026-11-19T10:00:00.000Z', title: 'How calm', value: 6 },
    ],
    scores: [{ at, name: 'phq-9', score: 9, before: 18 }],
    measures: [{ at, title: 'Sleep', score: 2.5, before: 3, range: { from: 0, to: 6 }, band: 'low', isAlert: false }],
    entries: [{ id: 'e', title: '', writtenAt: at, isNew: true }],
    nextSteps: 'To sleep at eleven.',
  } satisfies SessionPrep)
  await renderPage(<SessionPrepPanel clientId="c" />)
  expect(await screen.findByText('To sleep at eleven.')).toBeTruthy()
  expect(screen.getByText('Since the session on 12 November 2026')).toBeTruthy()
  expect(screen.getByText('Declined: Too much at once')).toBeTruthy()
  expect(screen.getByText(/Overdue since/)).toBeTruthy()
  expect(
    screen.getByRole('img', { name: uiText('sessionPrep:curve', { title: 'How calm', values: '3, 6' }) }),
  ).toBeTruthy()
  expect(screen.getByText(uiText('sessionPrep:before', { score: '18' }))).toBeTruthy()
  const within = uiText('taskForms:measure.within', { score: '2.5', from: '0', to: '6' })
  expect(screen.getByText(uiText('sessionPrep:score', { name: 'Sleep', score: `${within}, low` }))).toBeTruthy()
  expect(screen.getByRole('link', { name: uiText('sessionPrep:untitled', { when: '18 November 2026' }) })).toBeTruthy()
})

test('a task with a raised flag comes first and is marked, even in a list that leaves out tasks', async () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => task(id, { status: 'completed', completedAt: at }))
  const flagged = task('flagged', { status: 'completed', completedAt: at, flag: 'raised' })
  serve({ ...quiet, tasks: { completed: [...many, flagged], declined: [], open: [] } })
  await renderPage(<SessionPrepPanel clientId="c" />)
  const [first, second] = await screen.findAllByRole('link', { name: /^Task / })
  expect([first?.textContent, second?.textContent]).toEqual(['Task flagged', 'Task a'])
  expect(screen.getAllByText(uiText('sessionPrep:raised'))).toHaveLength(1)
})

test('an empty session prep shows a message on the session page and nothing in the client profile', async () => {
  serve(quiet)
  const first = await renderPage(<SessionPrepPanel clientId="c" />)
  expect(await screen.findByText(uiText('sessionPrep:nothing'))).toBeTruthy()
  first.unmount()
  const { client } = await renderPage(<SessionPrepPanel clientId="c" quiet />)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('unread messages and submitted forms lead to their pages, and a form to review says so', async () => {
  const forms = [{ id: 'f', title: 'Symptoms', signedAt: at, needsReview: true }]
  serve({ ...quiet, unreadMessages: 2, forms } satisfies SessionPrep)
  await renderPage(<SessionPrepPanel clientId="c" />)
  const unread = await screen.findByRole('link', { name: uiText('sessionPrep:unread_other', { count: '2' }) })
  expect(unread.getAttribute('href')).toBe('/dashboard/therapist/messages?conversation=c')
  const form = screen.getByRole('link', { name: 'Symptoms' })
  expect(form.getAttribute('href')).toBe('/dashboard/therapist/clients/c/client-profile?tab=documents')
  expect(screen.getByText(uiText('sessionPrep:reviewForm'))).toBeTruthy()
})

test('the last note about the client is shown with a link to its session, but not in the client profile, which has the notes', async () => {
  const lastNote = { sessionId: 's1', startsAt: at, lines: 'Calmer than before.', isSigned: true }
  serve({ ...quiet, lastNote } satisfies SessionPrep)
  const first = await renderPage(<SessionPrepPanel clientId="c" />)
  expect(await screen.findByText('Calmer than before.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: uiText('sessionPrep:lastNote') })).toBeTruthy()
  const link = screen.getByRole('link', { name: '18 November 2026' })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/sessions/session-details?id=s1')
  first.unmount()
  const { client } = await renderPage(<SessionPrepPanel clientId="c" quiet />)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByText('Calmer than before.')).toBeNull()
})

test('a session prep that an older build stored, without a last note, is shown', async () => {
  const { lastNote: _, ...older } = quiet
  serve({ ...older, nextSteps: 'To sleep at eleven.' })
  await renderPage(<SessionPrepPanel clientId="c" />)
  expect(await screen.findByText('To sleep at eleven.')).toBeTruthy()
  expect(screen.queryByText(uiText('sessionPrep:lastNote'))).toBeNull()
})

test('a folded session prep is read only once it is opened', async () => {
  const { inputsOf } = serve({ ...quiet, nextSteps: 'To sleep at eleven.' })
  await renderPage(<SessionPrepPanel clientId="c" folded />)
  const show = await screen.findByRole('button', { name: uiText('sessionPrep:show'), expanded: false })
  expect(inputsOf('sessionPrep/get')).toEqual([])
  fireEvent.click(show)
  await screen.findByText('To sleep at eleven.')
  fireEvent.click(screen.getByRole('button', { name: uiText('sessionPrep:hide'), expanded: true }))
  expect(screen.queryByText('To sleep at eleven.')).toBeNull()
})

test('a session prep that failed to load shows an error', async () => {
  serve(failureResponse())
  await renderPage(<SessionPrepPanel clientId="c" />)
  expect(await screen.findByText(uiText('sessionPrep:failed'))).toBeTruthy()
})
