import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { BookButton } from '../../availability/availability.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { parseSessionSearch, type SessionSearch } from './session-search.ts'
import { SessionTabs } from './SessionTabs.tsx'
import { sampleId, otherSampleId, sampleSession, signedInAnswers } from '../session.testing.ts'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

function Page({ viewer }: { viewer: ViewerRole }) {
  const [search, setSearch] = useState<SessionSearch>({})
  return <SessionTabs viewer={viewer} search={search} bookButton={<BookButton />} onSearch={setSearch} />
}

type Answers = Parameters<typeof mockServer>[0]
async function open(viewer: ViewerRole, answers: Answers = {}) {
  const served = mockServer({
    ...signedInAnswers(viewer),
    'session/waiting': () => ({ items: [] }),
    'session/counts': () => ({ upcoming: 3, history: 12, waiting: 0 }),
    'session/list': () => ({ items: [sampleSession(viewer)], next: null }),
    'client/list': () => ({ items: [], next: null }),
    'group/list': () => ({ items: [] }),
    'sessionType/list': () => ({ items: [] }),
    'terms/of': () => ({
      cancel: { lateHours: 24, blockedHours: 0 },
      move: { lateHours: 24, blockedHours: 0 },
      acceptEarlyCancels: false,
      proposeTimes: true,
      durationMinutes: 60,
    }),
    'connection/therapists': () => ({
      items: [
        {
          therapistId: otherSampleId,
          clientId: sampleId,
          name: 'Nora Lindqvist',
          zone: 'Europe/Berlin',
          status: 'connected',
          avatarUrl: null,
        },
      ],
    }),
    ...answers,
  })
  const { unmount } = await renderPage(<Page viewer={viewer} />, `/dashboard/${viewer}/sessions`)
  const last = (path: string) => served.calls.findLast((call) => call.path === path)?.input
  return { last, calls: served.calls, unmount }
}

test('upcoming and past sessions are in two tabs with their counts [2.34] @slow', async () => {
  const { last } = await open('therapist')
  expect(await screen.findByRole('tab', { name: 'Upcoming 3' })).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'History 12' }))
  await waitFor(() => expect(last('session/list')).toMatchObject({ which: 'history' }))
})

test('a client’s list names the time zones once, and not at all if the clocks show the same @slow', async () => {
  const items = [sampleSession('client'), sampleSession('client', { id: otherSampleId })]
  const zones = uiText('session:timeZones', { here: 'New York', there: 'Berlin' })
  for (const [zone, count] of [
    ['America/New_York', 1],
    ['Europe/Berlin', 0],
  ] as const) {
    const { unmount } = await open('client', {
      'account/me': () => ({ id: sampleId, role: 'client', zone, language: 'en' }),
      'session/list': () => ({ items, next: null }),
    })
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2))
    expect(screen.queryAllByText(zones)).toHaveLength(count)
    expect(screen.queryAllByText(/Berlin/)).toHaveLength(count)
    unmount()
  }
})

test('filters and search apply to list and counts, and an empty list has a button that clears them @slow', async () => {
  const { last } = await open('therapist', {
    'session/list': ({ status }: { status?: string[] }) => ({
      items: status ? [] : [sampleSession('therapist')],
      next: null,
    }),
  })
  await screen.findByText('Ana Moreau')
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  fireEvent.change(screen.getByLabelText(uiText('sessionList:filter.status')), { target: { value: 'no-show' } })
  fireEvent.change(screen.getByLabelText(uiText('sessionList:filter.to')), { target: { value: '2026-11-30' } })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ana' } })
  const asked = { status: ['no-show'], to: '2026-11-30T23:00:00.000Z', search: 'ana' }
  await waitFor(() => expect(last('session/list')).toMatchObject(asked))
  expect(last('session/counts')).toMatchObject(asked)
  const none = (await screen.findByText(uiText('sessionList:none.title'))).parentElement as HTMLElement
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeTruthy()
  fireEvent.click(within(none).getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('Ana Moreau')
  expect(last('session/list')).not.toMatchObject({ status: ['no-show'] })
})

test('parsing search parameters keeps known filters and drops everything else', () => {
  expect(parseSessionSearch({ tab: 'other', status: 'confirmed', format: 7, q: 'Ana', from: '2026-11-01' })).toEqual({
    status: 'confirmed',
    from: '2026-11-01',
  })
})

test('a client who requests a taken time sees an error and keeps the input @slow', async () => {
  const { last } = await open('client', {
    'session/request': () => refusalResponse(409, 'SLOT_TAKEN', { conflicts: [] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Request a session' }))
  fireEvent.change(await screen.findByLabelText(/^Date/), { target: { value: '2098-11-26' } })
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Time/), { target: { value: '11:00' } })
  fireEvent.change(within(dialog).getByLabelText(uiText('sessionNew:request.message')), {
    target: { value: 'After work' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('sessionNew:request.submit') }))
  await waitFor(() =>
    expect(last('session/request')).toMatchObject({
      therapistId: otherSampleId,
      startsAt: '2098-11-26T10:00:00.000Z',
      durationMinutes: 60,
      message: 'After work',
    }),
  )
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>(uiText('sessionNew:request.message')).value).toBe('After work')
})

test('the request dialog has no date field if the therapist accepts no requests for a time @slow', async () => {
  await open('client', {
    'terms/of': () => ({
      cancel: { lateHours: 24, blockedHours: 0 },
      move: { lateHours: 24, blockedHours: 0 },
      acceptEarlyCancels: false,
      proposeTimes: false,
      durationMinutes: 50,
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Request a session' }))
  expect(await screen.findByText(uiTextPattern('sessionNew:request.notOffered'))).toBeTruthy()
  expect(screen.queryByLabelText(/^Date/)).toBeNull()
})

test('a past session is logged with its outcome @slow', async () => {
  const ana = { id: sampleId, firstName: 'Ana', lastName: 'Moreau', status: 'active' }
  const { last } = await open('therapist', {
    'client/list': () => ({ items: [ana], next: null }),
    'session/logPast': () => sampleSession('therapist', { status: 'completed' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('sessionList:enter') }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('combobox', { name: /^Client/ }))
  fireEvent.click(await within(dialog).findByRole('option', { name: 'Ana Moreau' }))
  fireEvent.change(within(dialog).getByLabelText(/^Date/), { target: { value: '2026-01-12' } })
  fireEvent.change(within(dialog).getByLabelText(/^Time/), { target: { value: '09:00' } })
  fireEvent.click(within(dialog).getByRole('radio', { name: uiText('session:status.no-show') }))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('sessionNew:entry.submit') }))
  await waitFor(() =>
    expect(last('session/logPast')).toMatchObject({
      clientIds: [sampleId],
      startsAt: '2026-01-12T08:00:00.000Z',
      outcome: 'no-show',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a past session with a group is logged with the members of its day whom the therapist does not leave out @slow', async () => {
  const memberOf = (digit: number, firstName: string, joinedOn: string, leftOn: string | null = null) => {
    const id = `${digit}b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d`
    return {
      id,
      clientId: id,
      personId: id,
      firstName,
      lastName: '',
      avatarUrl: null,
      hasAccount: true,
      joinedOn,
      leftOn,
    }
  }
  const [ana, ben, cara, dan] = [
    memberOf(2, 'Ana', '2025-01-01'),
    memberOf(3, 'Ben', '2025-01-01'),
    memberOf(4, 'Cara', '2025-01-01', '2026-01-12'),
    memberOf(5, 'Dan', '2026-01-13'),
  ]
  const group = {
    id: otherSampleId,
    name: 'Tuesday group',
    type: 'group',
    memberLimit: 12,
    typeId: null,
    showsNames: false,
    sharesName: false,
    isArchived: false,
    version: 1,
    members: [ana, ben, cara, dan],
  }
  const { last } = await open('therapist', {
    'group/list': () => ({ items: [group] }),
    'session/logPast': () => sampleSession('therapist', { status: 'completed' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('sessionList:enter') }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Date/), { target: { value: '2026-01-12' } })
  fireEvent.change(within(dialog).getByLabelText(/^Time/), { target: { value: '09:00' } })
  const groups = await within(dialog).findByLabelText(uiText('group:choose.label'))
  fireEvent.change(groups, { target: { value: group.id } })
  expect(within(dialog).queryByRole('checkbox', { name: 'Cara' })).toBeNull()
  expect(within(dialog).queryByRole('checkbox', { name: 'Dan' })).toBeNull()
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ben' }))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('sessionNew:entry.submit') }))
  await waitFor(() =>
    expect(last('session/logPast')).toMatchObject({
      clientIds: [ana?.clientId],
      groupId: group.id,
      therapyType: 'group',
      startsAt: '2026-01-12T08:00:00.000Z',
    }),
  )
})
