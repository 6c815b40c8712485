import 'fake-indexeddb/auto'
import type { TaskId } from '@attune/contract/common/ids'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cacheLogin } from '../../../platform/login/login.ts'
import { failureResponse, mockServer, renderPage } from '../../../testing/render-page.tsx'
import { resetPage } from '../../../testing/reset-page.ts'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, sampleSession, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { sampleTask } from '../../care/task/task.testing.ts'
import { ClientDashboard } from './ClientDashboard.tsx'

afterEach(resetPage)

const sessions = [sampleSession('client'), sampleSession('client', { id: otherSampleId })]
const upcoming = { items: sessions, next: null }
const noTasks = { today: [], soon: [], done: [], doneCount: 0 }
const offer = {
  id: sampleId,
  therapistName: 'Leo Maas',
  zone: 'Europe/Lisbon',
  startsAt: '2099-12-01T09:00:00.000Z',
  expiresAt: '2099-11-30T18:00:00.000Z',
}

async function open(zone: string, offers: (typeof offer)[], part: Part = {}) {
  await render(zone, offers, part)
  await screen.findByRole('region', { name: uiText('dashboard:client.later') })
}

type Part = {
  upcoming?: { items: object[]; next: null }
  endedCall?: object | null
  hasEntries?: boolean
  hasPastSessions?: boolean
  forms?: object[]
  therapists?: object[]
  tasks?: object
  invoices?: object
  unread?: object[]
}

async function render(zone: string, offers: (typeof offer)[], { unread = [], ...part }: Part = {}) {
  const home = {
    upcoming,
    endedCall: null,
    waiting: [],
    offers,
    tasks: noTasks,
    forms: [],
    invoices: null,
    therapists: [],
    hasBookableHours: false,
    hasPastSessions: false,
    privacyChange: null,
    hasEntries: true,
    ...part,
  }
  mockServer({
    ...signedInAnswers('client'),
    'account/me': () => ({ id: sampleId, role: 'client', zone, language: 'en', firstName: 'Ana' }),
    'clientHome/get': () => home,
    'session/list': () => part.upcoming ?? upcoming,
    'session/waiting': () => ({ items: [] }),
    'task/mine': () => part.tasks ?? noTasks,
    'form/mine': () => ({ items: part.forms ?? [] }),
    'connection/therapists': () => ({ items: part.therapists ?? [] }),
    'account/draftKey': () => ({ key: btoa('n'.repeat(32)) }),
    'message/unreadCounts': () => ({ items: unread }),
  })
  return renderPage(<ClientDashboard />, '/dashboard/client')
}

test('a home in another zone names the zones once, with the therapists if theirs differ, and the same zone not at all @slow', async () => {
  await open('America/New_York', [offer])
  const there = 'Berlin (Nora Lindqvist), Lisbon (Leo Maas)'
  await screen.findByText(uiText('session:timeZones', { here: 'New York', there }))
  expect(screen.getAllByText(/Berlin|New York|Lisbon/)).toHaveLength(1)
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const callSession = (startsIn: number) =>
  sampleSession('client', { startsAt: inMinutes(startsIn), videoUrl: null, callInAttune: true })
const joinLinks = () => screen.queryAllByRole('link', { name: uiText('negotiation:join') })

test.each([
  ['16 minutes before the start', 16, 0],
  ['14 minutes before the start', 14, 1],
  ['during the session', -20, 1],
] as const)(
  'a client joins a call in Attune from home: %s, %i, there are %i buttons @slow',
  async (_, startsIn, count) => {
    await render('Europe/Berlin', [], { upcoming: { items: [callSession(startsIn)], next: null } })
    await screen.findByRole('region', { name: uiText('dashboard:client.next') })
    expect(joinLinks().map((link) => link.getAttribute('href'))).toEqual(count ? [`/call/${sampleId}`] : [])
  },
)

test.each([
  ['59', -109, 1],
  ['61', -111, 0],
] as const)(
  '%s minutes after the end, a client can join the call from home or not @slow',
  async (_, startsIn, count) => {
    const endedCall = callSession(startsIn)
    await open('Europe/Berlin', [], { endedCall })
    expect(joinLinks().map((link) => link.getAttribute('href'))).toEqual(count ? [`/call/${sampleId}`] : [])
    const text = uiTextPattern('dashboard:client.endedCall', { name: endedCall.therapist.name, time: /.+/ })
    expect(screen.queryAllByText(text)).toHaveLength(count)
  },
)

test('a home in the zone of the therapist names no zone @slow', async () => {
  await open('Europe/Berlin', [])
  await waitFor(() => expect(screen.queryByText(/Berlin/)).toBeNull())
})

test('an open offer of the waiting list is on the home until its end @slow', async () => {
  await open('Europe/Berlin', [offer, { ...offer, id: otherSampleId, expiresAt: '2020-01-01T10:00:00.000Z' }])
  const [link, ...others] = await screen.findAllByRole('link', { name: uiTextPattern('dashboard:client.offer') })
  expect(others).toEqual([])
  expect(link?.getAttribute('href')).toBe('/dashboard/client/waiting-list')
  expect(screen.getByText(uiTextPattern('dashboard:client.offerUntil', { name: 'Leo Maas' })).textContent).toContain(
    '19:00',
  )
})

test('a home without a connection says so once, and shows its parts when it can be read', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { client } = await render('Europe/Berlin', [])
  await screen.findByText(uiText('common:offline.part'))
  expect(screen.getAllByText(uiText('common:offline.part'))).toHaveLength(1)
  expect(screen.queryByText(uiText('dashboard:loadFailed'))).toBeNull()
  online.mockReturnValue(true)
  await client.refetchQueries()
  await screen.findByRole('region', { name: uiText('dashboard:client.later') })
})

/** Opens the home online until its sessions are stored on this device. */
async function storeUpcoming() {
  cacheLogin({ userId: sampleId, role: 'client', need: null } as LoginView)
  await open('Europe/Berlin', [])
  const { readStoredAnswer } = await import('../../../platform/offline/stored-answers.ts')
  await expect.poll(() => readStoredAnswer(sampleId, 'upcoming', 'sessions')).not.toBeNull()
  cleanup()
}

/** Opens the home without a connection, as after a reload. */
async function reloadOffline() {
  await storeUpcoming()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await render('Europe/Berlin', [])
  await screen.findByText(uiText('common:offline.part'))
}

test('a home without a connection shows the stored next session with time and place, and no buttons @slow', async () => {
  upcoming.items = [sampleSession('client', { format: 'in-person', location: 'Elm Street 4' })]
  await reloadOffline()
  const card = within(await screen.findByRole('region', { name: uiText('dashboard:client.next') }))
  expect(card.getByRole('time').getAttribute('datetime')).toBe('2099-11-26T10:00:00.000Z')
  expect(card.getByText(/Elm Street 4/)).toBeTruthy()
  expect(card.getByText(uiTextPattern('dashboard:client.stored'))).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  expect(card.queryByRole('link')).toBeNull()
})

test('a home of a server that fails shows the stored next session too @slow', async () => {
  upcoming.items = [sampleSession('client', { format: 'in-person', location: 'Elm Street 4' })]
  await storeUpcoming()
  mockServer({
    ...signedInAnswers('client'),
    'clientHome/get': failureResponse,
    'session/list': failureResponse,
    'account/draftKey': failureResponse,
  })
  await renderPage(<ClientDashboard />, '/dashboard/client')
  await screen.findByText(uiTextPattern('dashboard:client.stored'))
  expect(screen.getByText(/Elm Street 4/)).toBeTruthy()
})

test('a stored session that is over is not shown as the next one @slow', async () => {
  const ended = sampleSession('client', { startsAt: '2020-11-26T10:00:00.000Z', location: 'Oak Road 1' })
  upcoming.items = [ended, sampleSession('client', { format: 'in-person', location: 'Elm Street 4' })]
  await reloadOffline()
  await screen.findByText(/Elm Street 4/)
  expect(screen.queryByText(/Oak Road 1/)).toBeNull()
})

const stepsOf = async () =>
  within(await screen.findByRole('region', { name: uiText('dashboard:welcome.title') }))
    .getAllByRole('listitem')
    .map((step) => [step.querySelector('strong')?.textContent, step.hasAttribute('data-done')])

test('a requested session does not tick the step of the first session, and open steps are links @slow', async () => {
  upcoming.items = [sampleSession('client', { status: 'pending' })]
  await render('Europe/Berlin', [], { hasEntries: false })
  const card = within(await screen.findByRole('region', { name: uiText('dashboard:welcome.title') }))
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.session.title'), false])
  const hrefOf = (name: string) => card.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(uiText('dashboard:welcome.session.title'))).toBe('/dashboard/client/sessions')
  expect(hrefOf(uiText('dashboard:welcome.entry.title'))).toContain('/dashboard/client/journal')
})

const sampleForm = (part: object = {}) => ({
  id: sampleId,
  state: 'open',
  hasSignature: true,
  needsGuardian: false,
  ...part,
})

test('a booked session ticks its step, and a form to sign is a step until it is signed @slow', async () => {
  upcoming.items = [sampleSession('client', { status: 'confirmed' })]
  const { unmount } = await render('Europe/Berlin', [], { forms: [sampleForm()] })
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.session.title'), true])
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.forms.title'), false])
  unmount()
  await render('Europe/Berlin', [], { hasEntries: false, forms: [sampleForm({ state: 'signed' })] })
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.forms.title'), true])
})

test.each([
  ['a guardian signs', { needsGuardian: true }],
  ['has no signature', { hasSignature: false }],
])('a form that %s is no step of signing forms @slow', async (_name, part) => {
  await render('Europe/Berlin', [], { hasEntries: false, forms: [sampleForm(part)] })
  const names = (await stepsOf()).map(([name]) => name)
  expect(names).toContain(uiText('dashboard:welcome.entry.title'))
  expect(names).not.toContain(uiText('dashboard:welcome.forms.title'))
})

test('with one of several forms signed, the step stays open until the last one is signed @slow', async () => {
  const forms = [sampleForm({ state: 'signed' }), sampleForm({ id: otherSampleId })]
  const { unmount } = await render('Europe/Berlin', [], { hasEntries: false, forms })
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.forms.title'), false])
  unmount()
  const signed = forms.map((form) => ({ ...form, state: 'signed' }))
  await render('Europe/Berlin', [], { hasEntries: false, forms: signed })
  expect(await stepsOf()).toContainEqual([uiText('dashboard:welcome.forms.title'), true])
})

const nora = {
  therapistId: sampleId,
  clientId: otherSampleId,
  name: 'Dr. Nora Lindqvist',
  avatarUrl: null,
  zone: 'Europe/Berlin',
  specialization: 'Anxiety',
  credentials: 'Licence 4711',
  bio: '',
  aboutMe: 'I listen.',
  since: '2026-09-01T10:00:00.000Z',
  status: 'connected',
  disconnectedAt: null,
  isUnreachable: false,
}
const regionNamed = (key: Parameters<typeof uiText>[0], values: Record<string, string> = {}) =>
  screen.findByRole('region', { name: uiText(key, values) })

test('the home shows two sessions, one task and no profile of the therapist, and leads to the rest [2.12] @slow', async () => {
  const ids = [1, 2, 3, 4].map((at) => sampleId.replace(/.$/, String(at)))
  upcoming.items = ids.map((id) => sampleSession('client', { id }))
  const today = ['Breathing', 'A walk'].map((title, at) => sampleTask('client', { id: ids[at] as TaskId, title }))
  const tasks = { ...noTasks, today }
  await render('Europe/Berlin', [], { therapists: [nora], hasPastSessions: true, tasks })
  const later = within(await regionNamed('dashboard:client.later'))
  expect(later.getAllByRole('time')).toHaveLength(1)
  expect(later.getByRole('link', { name: uiText('dashboard:client.allSessions') })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Breathing' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'A walk' })).toBeNull()
  expect(screen.queryByText(/4711|I listen/)).toBeNull()
  const chart = screen.getByRole('button', { name: uiText('dashboard:chart.open') })
  expect(screen.queryByRole('region', { name: uiText('dashboard:chart.client') })).toBeNull()
  fireEvent.click(chart)
  expect(await regionNamed('dashboard:chart.client')).toBeTruthy()
})

test('the card between client and therapist has the open requests, the forms and the conversation @slow', async () => {
  upcoming.items = [
    sampleSession('client', { change: 'open' }),
    sampleSession('client', { id: otherSampleId, status: 'pending' }),
  ]
  const { unmount } = await render('Europe/Berlin', [], { therapists: [nora], forms: [sampleForm()] })
  const card = within(await regionNamed('dashboard:between.one', { name: 'Nora' }))
  for (const key of [
    'dashboard:between.change',
    'dashboard:between.request',
    'dashboard:client.formsToFill_one',
  ] as const)
    expect(card.getByText(uiTextPattern(key))).toBeTruthy()
  const write = card.getByRole('link', { name: uiText('dashboard:between.message', { name: 'Nora' }) })
  expect(write.getAttribute('href')).toContain(`conversation=${otherSampleId}`)
  unmount()
  const unread = [{ conversationId: otherSampleId, unread: 2, unacknowledgedId: null }]
  await render('Europe/Berlin', [], { therapists: [nora], unread })
  expect(await screen.findByText(uiText('dashboard:between.wrote_other', { name: 'Nora', count: '2' }))).toBeTruthy()
  const read = screen.getByRole('link', { name: uiText('dashboard:client.read') })
  expect(read.getAttribute('href')).toContain(`conversation=${otherSampleId}`)
})

test('an invoice to pay is a calm row that leads to it, also when it is overdue, and several lead to the list @slow', async () => {
  const first = { id: sampleId, number: '2026-0007', openMinor: '9500', currency: 'EUR', dueOn: '2020-03-02' }
  const { unmount } = await render('Europe/Berlin', [], { therapists: [nora], invoices: { count: 1, first } })
  const card = within(await regionNamed('dashboard:between.one', { name: 'Nora' }))
  const title = uiText('dashboard:toPay.title_one', { amount: '€95.00' })
  expect(card.getByText(title)).toBeTruthy()
  expect(card.getByText(/2026-0007/)).toBeTruthy()
  expect(card.queryByText(uiTextPattern('invoice:status.overdue'))).toBeNull()
  const pay = uiText('dashboard:toPay.pay')
  expect(
    card.getByRole('link', { name: uiText('common:labelled', { label: pay, text: title }) }).getAttribute('href'),
  ).toBe(`/dashboard/client/payments/${sampleId}`)
  unmount()
  await render('Europe/Berlin', [], { therapists: [], invoices: { count: 3, first } })
  const several = uiText('dashboard:toPay.title_other', { count: '3' })
  const link = await screen.findByRole('link', { name: uiText('common:labelled', { label: pay, text: several }) })
  expect(link.getAttribute('href')).toBe('/dashboard/client/payments')
})
