import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, sampleSession, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { TherapistDashboard } from './TherapistDashboard.tsx'

afterEach(() => vi.unstubAllGlobals())

const person = (firstName: string) => ({ personId: sampleId, firstName, lastName: 'Moreau', avatarUrl: null })
const people = [person('Ana')]
const [id, startsAt] = [sampleId, '2026-11-19T10:00:00.000Z']
const note: AttentionItem = { kind: 'note', id, people, startsAt, hasText: false }
const none = { items: [], counts: [], failed: [] }
const empty = {
  sessions: [],
  next: null,
  hasClients: true,
  dayFailed: false,
  firstWeek: null,
  attention: none,
  waiting: none,
}

async function show(overview: () => unknown, more: Record<string, (input: never) => unknown> = {}) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), 'dashboard/get': overview, ...more })
  const { client } = await renderPage(<TherapistDashboard />)
  return { inputsOf, client }
}
const list = async () => screen.findByRole('region', { name: new RegExp(`^${uiText('dashboard:needs.title')}`) })

test('an alert says bluntly what the answer was and leads to the task [2.08] @slow', async () => {
  const items: AttentionItem[] = [{ kind: 'alert', id, people, flaggedAt: startsAt, risk: 2, taskTitle: 'Check' }]
  await show(() => ({ ...empty, attention: { items, counts: [{ kind: 'alert', count: 1 }], failed: [] } }))
  const link = within(await list()).getByRole('link', { name: /^Ana M\. / })
  expect(link.textContent).toContain(uiText('dashboard:needs.line.alert'))
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/tasks/${sampleId}`)
  const answer = uiText('dashboard:needs.answer.2')
  expect(screen.getByText(uiText('dashboard:needs.alertDetail', { answer }))).toBeTruthy()
})

test('an answer that indicates a danger puts the needs above the day on a phone, other needs do not @slow', async () => {
  const formAlert: AttentionItem = { kind: 'form-alert', id, people, flaggedAt: startsAt, formTitle: 'Intake' }
  let item: AttentionItem = note
  const { client } = await show(() => ({
    ...empty,
    attention: { items: [item], counts: [{ kind: item.kind, count: 1 }], failed: [] },
  }))
  const isFirst = async () => (await list()).closest('[data-first]') !== null
  expect(await isFirst()).toBe(false)
  item = formAlert
  await client.invalidateQueries()
  await waitFor(async () => expect(await isFirst()).toBe(true))
})

test('a request is confirmed in the list @slow', async () => {
  const session = sampleSession('therapist', { status: 'pending' })
  const answer = { session, change: null, moved: null, conflicts: [], rivals: [], withinAvailability: true }
  const items: AttentionItem[] = [{ kind: 'request', id, people, startsAt, answer: { ...answer, awaitedInSeries: 0 } }]
  const { inputsOf: sent } = await show(
    () => ({ ...empty, attention: { items, counts: [{ kind: 'request', count: 1 }], failed: [] } }),
    {
      'session/confirm': () => sampleSession('therapist', { status: 'confirmed' }),
    },
  )
  fireEvent.click(within(await list()).getByRole('button', { name: uiText('negotiation:step.confirm') }))
  await waitFor(() => expect(sent('session/confirm')).toMatchObject([{ id: session.id }]))
})

test('what waits for the client is in a list of its own, and not in the number of what needs the therapist @slow', async () => {
  const waiting = {
    items: [{ kind: 'unanswered', id, people, startsAt, sessions: 4 }],
    counts: [{ kind: 'unanswered', count: 1 }],
    failed: [],
  }
  await show(() => ({
    ...empty,
    attention: { items: [note], counts: [{ kind: 'note', count: 1 }], failed: [] },
    waiting,
  }))
  const own = await list()
  expect(within(own).getByRole('heading').textContent).toBe(`${uiText('dashboard:needs.title')} 1`)
  expect(within(own).queryByText(uiText('dashboard:needs.line.unanswered'))).toBeNull()
  const title = new RegExp(`^${uiText('dashboard:needs.waiting')}`)
  const other = within(await screen.findByRole('region', { name: title }))
  other.getByText(uiText('dashboard:needs.line.unanswered'))
})

test('a dashboard without needs says so, and one that fails to load offers to try again @slow', async () => {
  let fails = true
  await show(() => (fails ? refusalResponse(404, 'NOT_FOUND') : empty))
  const again = await screen.findAllByRole('button', { name: uiText('dashboard:again') })
  fails = false
  for (const button of again.slice(0, 1)) fireEvent.click(button)
  await screen.findByText(uiText('dashboard:needs.empty'))
})

test('a part that could not be read is named, the others are shown, and both are read again @slow', async () => {
  const attention = { items: [note], counts: [{ kind: 'note', count: 1 }], failed: ['message', 'invoice'] }
  let fails = true
  await show(() =>
    fails ? { ...empty, dayFailed: true, attention } : { ...empty, attention: { ...attention, failed: [] } },
  )
  const card = within(await list())
  const kinds = ['message', 'invoice'] as const
  const names = kinds.map((kind) => uiText(`dashboard:needs.kind.${kind}`)).join(', ')
  const missing = uiText('dashboard:needs.failed', { kinds: names })
  expect(card.getByText(missing)).toBeTruthy()
  expect(card.getByText(uiText('dashboard:needs.line.note'))).toBeTruthy()
  expect(screen.getByText(uiText('dashboard:loadFailed'))).toBeTruthy()
  for (const key of ['today.empty', 'summary.none'] as const)
    expect(screen.queryByText(uiText(`dashboard:${key}`))).toBeNull()
  fails = false
  fireEvent.click(card.getByRole('button', { name: uiText('dashboard:again') }))
  await screen.findByText(uiText('dashboard:today.empty'))
  expect(card.queryByText(missing)).toBeNull()
})

test.each([
  ['16 minutes before the start', 16, false],
  ['14 minutes before the start', 14, true],
  ['59 minutes after the end', -109, true],
  ['61 minutes after the end', -111, false],
] as const)(
  '%s, the agenda of the therapist joins the call in Attune or does not @slow',
  async (_, startsIn, isOffered) => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const part = { status: 'confirmed', startsAt: at(startsIn), videoUrl: null, callInAttune: true } as const
    const session = { ...sampleSession('therapist', part), participants: people, note: null, change: null }
    await show(() => ({ ...empty, sessions: [session] }))
    await screen.findByRole('link', { name: 'Ana M.' })
    const join = screen.queryByRole('link', { name: uiText('negotiation:join') })
    expect(join?.getAttribute('href') ?? null).toBe(isOffered ? `/call/${sampleId}` : null)
  },
)

test('a session that was completed after its call is joined no more, and others are from the same agenda @slow', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const of = (id: string, status: 'completed' | 'confirmed', startsIn: number) => ({
    ...sampleSession('therapist', { id, status, startsAt: at(startsIn), videoUrl: null, callInAttune: true }),
    participants: people,
    note: null,
    change: null,
  })
  await show(() => ({ ...empty, sessions: [of(sampleId, 'completed', -60), of(otherSampleId, 'confirmed', 10)] }))
  const join = await screen.findByRole('link', { name: uiText('negotiation:join') })
  expect(join.getAttribute('href')).toBe(`/call/${otherSampleId}`)
})

test('the day counts as completed what has that status, as the chart does, and not what has ended [9.05]', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const day = { participants: people, note: null, change: null }
  const past = { startsAt: at(-120), endsAt: at(-70), ...day }
  const sessions = (['completed', 'confirmed', 'no-show'] as const).map((status, place) => ({
    ...sampleSession('therapist', { status }),
    ...past,
    id: `${sampleId.slice(0, -1)}${place}`,
  }))
  await show(() => ({ ...empty, sessions }))
  await screen.findByText(uiText('dashboard:summary.sessions_other', { count: '3' }))
  expect(screen.getByText(uiText('dashboard:summary.completed_one', { count: '1' }))).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('dashboard:summary.lastEnds'))).toBeNull()
})

test('missing forms lead to the documents of the client @slow', async () => {
  const items: AttentionItem[] = [{ kind: 'form', id, people, dueDay: '2026-11-18', missing: 2, formTitle: 'Intake' }]
  await show(() => ({ ...empty, attention: { items, counts: [{ kind: 'form', count: 1 }], failed: [] } }))
  const link = within(await list()).getByRole('link', { name: /^Ana M\. / })
  expect(link.textContent).toContain(uiText('dashboard:needs.line.form_other', { count: '2' }))
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/clients/${sampleId}/client-profile?tab=documents`)
})

test('a new therapist sees the first steps, each with its place, and can hide them @slow', async () => {
  const steps = [
    { step: 'hours', done: true },
    { step: 'client', done: false },
    { step: 'address', done: false },
  ]
  let hidden = false
  const { inputsOf: sent } = await show(() => ({ ...empty, hasClients: false, firstWeek: hidden ? null : { steps } }), {
    'dashboard/hideFirstWeek': () => {
      hidden = true
      return { done: true }
    },
  })
  expect(await screen.findByText(uiText('dashboard:week.progress', { done: '1', count: '3' }))).toBeTruthy()
  const link = screen.getByRole('link', { name: uiText('dashboard:week.client.title') })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/add-client')
  // Only an admin account can set the public address, so this step has no link.
  const address = screen.getByText(uiText('dashboard:week.address.title'))
  expect(address.closest('a')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('dashboard:week.hide') }))
  await screen.findByText(uiText('dashboard:first.title'))
  expect(sent('dashboard/hideFirstWeek')).toHaveLength(1)
})

test('each kind has a button with its number, which shows more of it @slow', async () => {
  const counts = [
    { kind: 'message', count: 1 },
    { kind: 'note', count: 12 },
  ]
  const items: AttentionItem[] = [
    { kind: 'message', id, people, sentAt: startsAt, unread: 3, excerpt: 'See you.' },
    note,
  ]
  const { inputsOf: sent } = await show(() => ({ ...empty, attention: { items, counts, failed: [] } }), {
    'dashboard/attention': () => ({ items: [note, { ...note, id: otherSampleId, hasText: true }] }),
  })
  const region = await list()
  const card = within(region)
  expect(card.getByRole('heading').textContent).toBe(`${uiText('dashboard:needs.title')} 13`)
  card.getByText(uiText('dashboard:needs.line.message_other', { count: '3' }))
  fireEvent.click(card.getByRole('button', { name: `${uiText('dashboard:needs.kind.note')} 12` }))
  await waitFor(() => expect(sent('dashboard/attention')).toEqual([{ kind: 'note' }]))
  await card.findByText(uiText('dashboard:needs.line.noteBegun'))
  expect(card.queryByText('See you.')).toBeNull()
  // The list is the same as before, so the focus stays on the button.
  expect(await list()).toBe(region)
  fireEvent.click(card.getByRole('button', { name: uiText('dashboard:needs.all') }))
  await card.findByText('See you.')
  fireEvent.click(card.getByRole('button', { name: uiText('dashboard:needs.more_other', { count: '11' }) }))
  await card.findByText(uiText('dashboard:needs.line.noteBegun'))
})
