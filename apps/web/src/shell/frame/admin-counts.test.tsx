import type { Role } from '@attune/contract/features/people/account/account'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheLogin, type LoginView, type Me } from '../../platform/login/login.ts'
import { queryClient } from '../../platform/query/query-client.ts'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../testing/ui-text.ts'
import { PhoneMenu } from '../PhoneMenu.tsx'
import { Header } from './header/Header.tsx'
import { Sidebar } from './navigation/Sidebar.tsx'
import { TabBar } from './navigation/TabBar.tsx'
import { Shell } from './Shell.tsx'

const me = { id: 'ada', displayName: 'Ada Admin', email: 'ada@practice.test', avatarUrl: null } as Me
const setAppBadge = vi.fn<() => Promise<void>>(async () => {})
/** The number of unread notifications that the server reports. The list of notifications itself is empty in these tests. */
const notifications = 7

function serve(role: Role) {
  const login = { userId: me.id, loginId: '1', role, need: null } as LoginView
  const { calls } = mockServer({
    'login/session': () => ({ login }),
    'account/me': () => ({ ...me, role, zone: 'Europe/Berlin' }),
    'notification/list': () => ({ items: [], unread: notifications }),
    'message/unreadCounts': () => ({ items: [{ conversationId: 'c', unread: 3, unacknowledgedId: null }] }),
    'task/counts': () => ({ open: 5, overdue: 1, flagged: 1 }),
    'business/access': () => ({ open: true, reason: null }),
  })
  return {
    login,
    counted: () => calls.map(({ path }) => path).filter((path) => /unreadCounts|task\/counts/.test(path)),
  }
}

beforeEach(() => Object.assign(navigator, { setAppBadge, clearAppBadge: async () => {} }))
afterEach(() => {
  queryClient.clear()
  setAppBadge.mockReset()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

/** Renders everything around a page that can show a count: header, sidebar, tab bar and the phone's menu. */
const renderFrame = (of: Role) =>
  renderPage(
    <>
      <Header of={of} me={me} sidebarOpen onToggleSidebar={() => {}} onSearch={() => {}} />
      <Sidebar of={of} id="sidebar" onHelp={() => {}} />
      <TabBar of={of} menuOpen onMenu={() => {}} />
      <PhoneMenu of={of} me={me} opened onClose={() => {}} onHelp={() => {}} />
    </>,
    `/dashboard/${of}`,
  )
const bell = () =>
  screen.findByRole('button', {
    name: uiText('notification:buttonUnread_other', { count: String(notifications) }),
    hidden: true,
  })

test('the bell of an admin turns red for what is unread, without a number [2.28, 6.09]', async () => {
  serve('admin')
  await renderFrame('admin')
  const button = await bell()
  expect([button.hasAttribute('data-unread'), button.textContent]).toEqual([true, ''])
  expect(button.querySelector('svg')?.getAttribute('class')).toMatch(/tabler-icon-bell(?!-filled)/)
})

test('the user menu of an admin shows no number beside the notifications [6.09]', async () => {
  serve('admin')
  await renderPage(
    <Header of="admin" me={me} sidebarOpen onToggleSidebar={() => {}} onSearch={() => {}} />,
    '/dashboard/admin',
  )
  await bell()
  fireEvent.click(screen.getByRole('button', { name: uiTextPattern('shell:userMenu', { name: me.displayName }) }))
  const entry = await screen.findByRole('menuitem', { name: uiText('shell:pages.notifications') })
  expect(entry.textContent).toBe(uiText('shell:pages.notifications'))
})

test('nothing in the frame of an admin has a number, and no count is requested [6.09]', async () => {
  const { counted } = serve('admin')
  await renderFrame('admin')
  await bell()
  await screen.findByRole('dialog', { name: uiText('shell:menu') })
  const parts = Array.from(document.querySelectorAll('header, nav'), ({ textContent }) => textContent)
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.join(' ')).not.toMatch(/\d/)
  expect(counted()).toEqual([])
})

test('the frame of a therapist has the numbers that an admin lacks, so that their absence is not that of the frame', async () => {
  const { counted } = serve('therapist')
  await renderFrame('therapist')
  expect((await bell()).textContent).toBe(String(notifications))
  const sidebar = document.querySelector('#sidebar')
  await waitFor(() => expect(sidebar?.textContent).toMatch(/2.*3/))
  expect(new Set(counted())).toEqual(new Set(['message/unreadCounts', 'task/counts']))
})

test('the page of an admin has no number in its title and on the icon of the app, and acknowledges nothing [6.09]', async () => {
  const { login, counted } = serve('admin')
  cacheLogin(login)
  await renderPage(<Shell />, '/dashboard/admin')
  await bell()
  expect(within(screen.getByRole('main')).queryByText('3')).toBeNull()
  expect([document.title, counted()]).toEqual(['Dashboard · Attune', []])
  expect(setAppBadge).not.toHaveBeenCalled()
})
