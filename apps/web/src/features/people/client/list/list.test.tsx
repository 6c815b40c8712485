import type { ClientListItem } from '@attune/contract/features/people/client/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { ClientList } from './ClientList.tsx'
import { uiText } from '../../../../testing/ui-text.ts'

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const entry = (firstName: string, more: Partial<ClientListItem> = {}): ClientListItem => ({
  id: `${id.slice(0, -4)}${firstName.padStart(4, '0')}`,
  personId: `${id.slice(0, -4)}${firstName.padStart(4, '0')}`,
  firstName,
  lastName: 'Listed',
  email: null,
  avatarUrl: null,
  status: 'active',
  hasDouble: false,
  tags: [],
  nextSession: null,
  lastSession: null,
  invitation: null,
  open: [],
  ...more,
})
type Asked = { search: string; status?: string; sort: string; after?: string; limit: number }

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

async function open(list: (asked: Asked) => unknown, mailConfigured = true) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'connection/inviteCode': () => ({ code: 'K7RMQX4D', link: 'http://x.test/join', since: '2026-11-01T10:00:00Z' }),
    'product/info': () => ({ mailConfigured }),
    'client/list': list,
  })
  await renderPage(<ClientList />, '/dashboard/therapist/clients')
  const asked = () => served.calls.filter(({ path }) => path === 'client/list').map(({ input }) => input as Asked)
  return { asked }
}
const rows = () => screen.getAllByRole('row').slice(1)

test('the list shows each status, marks a possible duplicate, and says if a client has no session [4.06] @slow', async () => {
  await open(() => ({
    items: [
      entry('Ana', { hasDouble: true, nextSession: { id, startsAt: '2030-11-23T08:30:00.000Z' } }),
      entry('Ben', { status: 'pending' }),
      entry('Cleo', { status: 'inactive' }),
    ],
    next: null,
  }))
  await screen.findByText('3 clients')
  const labels = ['Active', 'Pending', 'Inactive']
  rows().forEach((row, at) => expect(within(row).getByText(labels[at] ?? '')).toBeTruthy())
  expect(within(rows()[0] as HTMLElement).getByText(uiText('client:list.double'))).toBeTruthy()
  expect(screen.getAllByText(uiText('client:list.double'))).toHaveLength(1)
  expect(within(rows()[1] as HTMLElement).getByText(uiText('client:list.noneBooked'))).toBeTruthy()
})

test('the head of the list imports and exports clients, and a list without clients only imports @slow', async () => {
  await open(() => ({ items: [entry('Ana')], next: null }))
  await screen.findByText('1 client')
  const link = screen.getByRole('link', { name: uiText('client:list.import') })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/clients/import')
  expect(link.compareDocumentPosition(screen.getByRole('searchbox'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(screen.getByRole('button', { name: uiText('client:list.export') }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual([uiText('client:list.exportList'), uiText('client:list.exportRecords')])
  cleanup()
  await open(() => ({ items: [], next: null }))
  await screen.findByText(uiText('client:list.emptyTitle'))
  expect(screen.getByRole('link', { name: uiText('client:list.import') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('client:list.export') })).toBeNull()
})

test('a row says what is open and leads there, and a filter with its count narrows the list @slow', async () => {
  const counts = { active: 1, pending: 1, inactive: 0, all: 2, open: 1, withoutNext: 0 }
  const { asked } = await open(() => ({
    items: [
      entry('Ana', {
        open: [
          { kind: 'move', count: 1, at: '2030-11-26T10:00:00.000Z', id },
          { kind: 'task', count: 2, at: null, id },
          { kind: 'entry', count: 1, at: null, id: null },
        ],
      }),
      entry('Ben', { status: 'pending', email: 'ben@client.test' }),
    ],
    next: null,
    counts,
  }))
  const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  await screen.findByText('2 clients')
  expect(href(/^Wants to move/)).toContain(`session-details?id=${id}`)
  expect(href('2 tasks overdue')).toContain('tab=tasks')
  // An overdue task is shown in the tone `warning`, not `danger`.
  expect(screen.getByText('2 tasks overdue').closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning')
  expect(href('1 new entry')).toContain('tab=journal')
  expect(within(rows()[1] as HTMLElement).getByRole('button', { name: 'Send invitation, Ben Listed' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Active 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Has something to do 1' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('clientOverview:filter.show') }))
  fireEvent.click(screen.getByRole('button', { name: 'Has something to do 1' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ only: 'open', withOpen: true }))
  screen.getByRole('button', { name: uiText('clientOverview:filter.showCount', { count: '1' }) })
})

test('a row writes out the first open item; of the others it shows the number, and the text as a tooltip', async () => {
  const openItem = (kind: 'move' | 'note', count: number) => ({ kind, count, at: '2030-11-26T10:00:00.000Z', id })
  await open(() => ({ items: [entry('Ana', { open: [openItem('move', 1), openItem('note', 3)] })], next: null }))
  const first = await screen.findByRole('link', { name: /^Wants to move/ })
  expect(first.dataset.short).toBeUndefined()
  const notes = uiText('clientOverview:open.note_other', { count: '3' })
  const other = screen.getByRole('link', { name: notes })
  expect(other.title).toBe(notes)
  expect(within(other).getByText('3').getAttribute('aria-hidden')).toBe('true')
})

test('a search counts its matches, after a pause where text is typed @slow', async () => {
  const { asked } = await open(({ search }) => ({
    items: search ? [entry('Ana')] : [entry('Ana'), entry('Ben')],
    next: null,
  }))
  await screen.findByText('2 clients')
  const field = screen.getByRole('searchbox')
  for (const typed of ['a', 'an', 'ana ']) fireEvent.change(field, { target: { value: typed } })
  await screen.findByText('1 client found')
  expect(asked().map(({ search }) => search)).toEqual(['', 'ana'])
  fireEvent.click(screen.getByRole('radio', { name: 'Pending' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search: 'ana', status: 'pending' }))
  fireEvent.change(screen.getByRole('combobox', { name: uiText('client:list.sort') }), { target: { value: 'last' } })
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ search: 'ana', status: 'pending', sort: 'last', limit: 50 }),
  )
})

test('the button loads and renders the next 50 clients after the last one @slow', async () => {
  const page = (from: number) => Array.from({ length: 50 }, (_, at) => entry(String(from + at)))
  const { asked } = await open(({ after }) =>
    after ? { items: page(50), next: null } : { items: page(0), next: 'behind-49' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Show 50 more' }))
  expect(rows()).toHaveLength(50)
  await screen.findByText('100 clients')
  await waitFor(() => expect(rows()).toHaveLength(100))
  expect(asked().map(({ after }) => after)).toEqual([undefined, 'behind-49'])
  expect(screen.queryByRole('button', { name: 'Show 50 more' })).toBeNull()
})

test('an empty list shows the invite code and no search field @slow', async () => {
  const { asked } = await open(() => ({ items: [], next: null }))
  await screen.findByText('No clients yet')
  expect(await screen.findByText('K7RM QX4D')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(asked()).toHaveLength(1)
})

test('a search without matches offers to show all clients @slow', async () => {
  await open(({ search }) => ({ items: search ? [] : [entry('Ana')], next: null }))
  await screen.findByText('1 client')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zoe' } })
  await screen.findByText(uiText('client:list.nothingText', { search: 'zoe' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show all clients' }))
  await screen.findByText('1 client')
})

test('a list that failed to load shows an error and can be retried @slow', async () => {
  let broken = true
  await open(() => (broken ? refusalResponse(403, 'FORBIDDEN') : { items: [entry('Ana')], next: null }))
  await screen.findByText(uiText('client:loadFailed'))
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 client')
})

test('arrow keys move the focus between names @slow', async () => {
  await open(() => ({ items: [entry('Ana'), entry('Ben')], next: null }))
  const [ana, ben] = [
    await screen.findByRole('link', { name: 'Ana Listed' }),
    screen.getByRole('link', { name: 'Ben Listed' }),
  ]
  ana.focus()
  fireEvent.keyDown(ana, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(ben)
  fireEvent.keyDown(ben, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(ana)
})

test('without a mail server, the list offers a link to a pending client instead of an email @slow', async () => {
  const counts = { all: 2, open: 0, active: 0, pending: 2, inactive: 0 }
  const invitation = { sentAt: '2026-11-01T10:00:00.000Z', expiresAt: '2099-11-15T10:00:00.000Z' }
  await open(
    () => ({
      items: [
        entry('Ana', { status: 'pending', email: 'ana@client.test' }),
        entry('Ben', { status: 'pending', email: 'ben@client.test', invitation }),
      ],
      next: null,
      counts,
    }),
    false,
  )
  const first = uiText('client:invitation.createLink')
  expect(await screen.findByRole('button', { name: `${first}, Ana Listed` })).toBeTruthy()
  const again = uiText('client:invitation.renewLink')
  expect(screen.getByRole('button', { name: `${again}, Ben Listed` })).toBeTruthy()
})
