import type { Role } from '@attune/contract/features/people/account/account'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { idleLock } from '../../platform/auth/auth.ts'
import { observedAuthState } from '../../platform/auth/use-auth.ts'
import { signedInState, loadingState } from '../../platform/auth/auth-state.ts'
import type { LoginView, Me } from '../../platform/login/login.ts'
import { queryClient } from '../../platform/query/query-client.ts'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { registerToaster } from '../../ui/toast/toast.ts'
import { AuthErrorCallout } from './AuthErrorCallout.tsx'
import { Breadcrumbs } from './header/Breadcrumbs.tsx'
import { ErrorScreen } from '../screens/ErrorScreen.tsx'
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx'
import { PageSkeleton } from '../screens/PageSkeleton.tsx'
import { InShellContext } from '../screens/Screen.tsx'
import { PhoneMenu } from '../PhoneMenu.tsx'
import { type HelpDialogKind, Sidebar } from './navigation/Sidebar.tsx'
import { TabBar } from './navigation/TabBar.tsx'
import { ShellDialog } from '../ShellDialog.tsx'
import { UserMenu } from './header/UserMenu.tsx'
import { guardDashboard } from '../pages/route-guard.ts'
import { dashboardAddress } from '../pages/page-lookup.ts'
import { uiText, uiTextPattern } from '../../testing/ui-text.ts'

const me = { displayName: 'Nora Lindqvist', email: 'nora@practice.test', avatarUrl: null } as Me
const login = { userId: 'u', email: 'a@b.c', strength: 2, need: null } as LoginView
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

/** Renders a sidebar with payments available, so that each entry is a link. Returns the list of pages and the list of help entries. */
async function openSidebar(role: Role) {
  mockServer({ 'business/access': () => ({ open: true, reason: null }) })
  const onHelp = vi.fn<(help: HelpDialogKind) => void>()
  await renderPage(<Sidebar of={role} id="sidebar" onHelp={onHelp} />, `/dashboard/${role}`)
  if (role !== 'admin') await screen.findByRole('link', { name: 'Payments' })
  const lists = screen.getAllByRole('list')
  const [help] = lists.slice(-1)
  const entries = lists
    .slice(0, -1)
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((item) => [item.textContent, within(item).getByRole('link').getAttribute('href')])
  return { entries, help: help as HTMLElement, onHelp }
}

test('the sidebar of a therapist has the entries of the specification in its order, each with its page [1.01, 2.18]', async () => {
  const { entries } = await openSidebar('therapist')
  expect(screen.getByText('Therapist dashboard')).toBeTruthy()
  expect(entries).toEqual([
    ['Dashboard', '/dashboard/therapist'],
    ['Clients', '/dashboard/therapist/clients'],
    ['Sessions', '/dashboard/therapist/sessions'],
    ['Calendar', '/dashboard/therapist/calendar'],
    ['Settings', '/dashboard/therapist/settings'],
    ['Profile', '/dashboard/therapist/profile'],
    ['Tasks', '/dashboard/therapist/tasks'],
    ['Messages', '/dashboard/therapist/messages'],
    ['Payments', '/dashboard/therapist/payments'],
    ['Notes', '/dashboard/therapist/notes'],
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
  vi.unstubAllGlobals()
})

test('the sidebar counts the notes that a therapist has to write, below the entries of the specification', async () => {
  mockServer({ 'note/counts': () => ({ toWrite: 3 }) })
  await renderPage(<Sidebar of="therapist" id="sidebar" onHelp={() => {}} />, '/dashboard/therapist')
  const entry = await screen.findByRole('link', { name: /^Notes ?3$/ })
  expect(entry.getAttribute('href')).toBe('/dashboard/therapist/notes')
  expect(within(entry).getByTitle('3 notes to write')).toBeTruthy()
  vi.unstubAllGlobals()
})

test('the sidebar of a client has the entries of the specification in its order, each with its page [1.01, 2.19]', async () => {
  const { entries } = await openSidebar('client')
  expect(screen.getByText('Client dashboard')).toBeTruthy()
  expect(entries).toEqual([
    ['Dashboard', '/dashboard/client'],
    ['Therapists', '/dashboard/client/therapists'],
    ['Journal', '/dashboard/client/journal'],
    ['My sessions', '/dashboard/client/sessions'],
    ['Calendar', '/dashboard/client/calendar'],
    ['Settings', '/dashboard/client/settings'],
    ['Profile', '/dashboard/client/profile'],
    ['Tasks', '/dashboard/client/tasks'],
    ['Messages', '/dashboard/client/messages'],
    ['Payments', '/dashboard/client/payments'],
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
  vi.unstubAllGlobals()
})

test('the sidebar of an admin has the entries of the specification in its order [1.01, 2.20]', async () => {
  const { entries } = await openSidebar('admin')
  expect(screen.getByText('Admin dashboard')).toBeTruthy()
  expect(entries).toEqual([
    ['Dashboard', '/dashboard/admin'],
    ['Settings', '/dashboard/admin/settings'],
    ['Profile', '/dashboard/admin/profile'],
    ['Notification settings', '/dashboard/admin/notification-settings'],
    ['API settings', '/dashboard/admin/api-settings'],
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
  vi.unstubAllGlobals()
})

test.each<Role>(['therapist', 'client'])(
  'the sidebar of a %s has the group Quick access with tasks, messages and payments, and below it support and feedback [2.21] @slow',
  async (role) => {
    const { help, onHelp } = await openSidebar(role)
    const group = screen.getByText('Quick access').parentElement as HTMLElement
    expect(
      within(group)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Tasks', `/dashboard/${role}/tasks`],
      ['Messages', `/dashboard/${role}/messages`],
      ['Payments', `/dashboard/${role}/payments`],
    ])
    const buttons = within(help).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Support', 'Feedback'])
    for (const button of buttons) fireEvent.click(button)
    expect(onHelp.mock.calls).toEqual([['support'], ['feedback']])
    vi.unstubAllGlobals()
  },
)

test('Support opens the text of the admin with the hours of support, and Feedback the form for the admin [2.21, 9.03] @slow', async () => {
  mockServer({
    'login/session': () => ({ login: { ...login, role: 'client' } }),
    'account/me': () => ({ id: 'u', role: 'client', zone: 'America/New_York' }),
    'product/support': () => ({
      text: 'Ask Robert.',
      email: '',
      hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' },
      open: true,
    }),
  })
  const support = await renderPage(<ShellDialog over={{ kind: 'support' }} of="client" onShow={() => {}} />)
  await screen.findByText('Ask Robert.')
  expect(await screen.findByText(/Monday to Friday, 09:00 to 17:00/)).toBeTruthy()
  support.unmount()
  await renderPage(<ShellDialog over={{ kind: 'feedback' }} of="client" onShow={() => {}} />)
  expect(await screen.findByLabelText(uiText('product:feedback.text'))).toBeTruthy()
  vi.unstubAllGlobals()
})

test('an entry is current on the pages that belong to it', async () => {
  await renderPage(<Sidebar of="therapist" id="sidebar" onHelp={() => {}} />, '/dashboard/therapist/add-client')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Clients')
})

test('the breadcrumb is a dashboard link and the name of this page [2.24]', async () => {
  await renderPage(<Breadcrumbs of="client" />, '/dashboard/client/sessions')
  expect(links()).toEqual([['Dashboard', '/dashboard/client']])
  expect(screen.getByText(uiText('shell:pages.mySessions')).getAttribute('aria-current')).toBe('page')
})

test('an admin has the link Admin dashboard on every page except the dashboard [2.24]', async () => {
  const first = await renderPage(<Breadcrumbs of="admin" />, '/dashboard/admin')
  expect(screen.queryByRole('link')).toBeNull()
  first.unmount()
  await renderPage(<Breadcrumbs of="admin" />, '/dashboard/admin/settings')
  expect(links()).toEqual([['Admin dashboard', '/dashboard/admin']])
})

const paymentsOff = (reason: string) =>
  mockServer({ 'business/access': () => ({ open: false, reason }), 'notification/unread': () => ({ unread: 0 }) })

test('the user menu has the specified items and targets, which arrow keys and Escape reach [2.23]', async () => {
  paymentsOff('off')
  await renderPage(<UserMenu of="therapist" me={me} />, '/dashboard/therapist')
  const button = screen.getByRole('button', { name: uiTextPattern('shell:userMenu', { name: 'Nora Lindqvist' }) })
  button.focus()
  fireEvent.click(button)
  const menu = screen.getByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  const billing = `Billing ${uiText('shell:paymentsOff.off')}`
  await within(menu).findByText(uiText('shell:paymentsOff.off'))
  expect(items.map((item) => item.textContent)).toEqual([
    'Profile',
    'Account',
    billing,
    'Notifications',
    'Upgrade',
    'Add account',
    uiText('shell:lockScreen'),
    'Log out',
  ])
  expect(items.map((item) => item.getAttribute('href'))).toEqual([
    '/dashboard/therapist/profile',
    '/dashboard/therapist/settings',
    null,
    '/dashboard/therapist/notifications',
    '/dashboard/therapist/profile',
    null,
    null,
    null,
  ])
  expect(document.activeElement).toBe(items[0])
  fireEvent.keyDown(menu, { key: 'End' })
  expect(document.activeElement).toBe(items[7])
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(items[0])
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(items[7])
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  vi.unstubAllGlobals()
})

test('one click in the user menu locks the screen', async () => {
  mockServer({})
  const lock = vi.spyOn(idleLock, 'lock').mockImplementation(() => {})
  await renderPage(<UserMenu of="admin" me={me} />, '/dashboard/admin')
  fireEvent.click(screen.getByRole('button'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('shell:lockScreen') }))
  await waitFor(() => expect(lock).toHaveBeenCalledOnce())
  expect(screen.queryByRole('menu')).toBeNull()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('Billing is disabled and says why until payments can be used [2.23] @slow', async () => {
  for (const [role, reason] of [
    ['therapist', 'incomplete'],
    ['therapist', 'off'],
    ['client', 'none-issued'],
  ] as const) {
    paymentsOff(reason)
    const drawn = await renderPage(<UserMenu of={role} me={me} />, `/dashboard/${role}`)
    fireEvent.click(screen.getByRole('button'))
    await screen.findByText(uiText(`shell:paymentsOff.${reason}`))
    const billing = screen.getByRole('menuitem', { name: /^Billing/ })
    expect(billing.getAttribute('aria-disabled')).toBe('true')
    expect(billing.closest('a, button')).toBeNull()
    drawn.unmount()
  }
  vi.unstubAllGlobals()
})

test('an admin has no profile, account and billing items in the menu [2.23]', async () => {
  await renderPage(<UserMenu of="admin" me={me} />, '/dashboard/admin')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Notifications',
    'Upgrade',
    'Add account',
    uiText('shell:lockScreen'),
    'Log out',
  ])
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the error screen says what happened, with Try Again and Go Home [2.29, 8.06]', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  let tried = 0
  await renderPage(<ErrorScreen error={new Error('boom')} reset={() => tried++} />)
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByText('An unexpected error occurred. Please try again.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(tried).toBe(1)
  expect(printed).toHaveBeenCalledWith(new Error('boom'))
  printed.mockRestore()
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')
})

test('an address without a page shows the not-found screen with a link home [2.16]', async () => {
  await renderPage(<NotFoundScreen />, '/nowhere')
  expect(screen.getByRole('heading', { name: uiText('common:missing.title') })).toBeTruthy()
  expect(screen.getByRole('link', { name: uiText('common:wrong.home') }).getAttribute('href')).toBe('/')
})

test.each<[Role, string, string]>([
  ['therapist', '', 'dashboard'],
  ['client', '', 'dashboard'],
  ['admin', '', 'dashboard'],
  ['therapist', 'clients', 'list'],
  ['client', 'therapists', 'list'],
  ['therapist', 'sessions', 'tabs'],
  ['client', 'sessions', 'tabs'],
  ['therapist', 'settings', 'form'],
  ['client', 'profile', 'form'],
  ['client', 'sessions/session-details', 'dashboard'],
  ['admin', 'settings', 'form'],
  ['therapist', 'clients/7/client-profile', 'tabs'],
  ['therapist', 'calendar', 'calendar'],
  ['client', 'journal', 'journal'],
  ['client', 'tasks', 'tasks'],
  ['client', 'messages', 'messages'],
  ['client', 'calendar', 'calendar'],
  ['therapist', 'profile', 'form'],
  ['therapist', 'tasks', 'tasks'],
  ['therapist', 'messages', 'messages'],
])('while a page of a %s at /%s loads, its skeleton is shown: %s [2.26]', async (role, page, kind) => {
  const skeleton = (
    <InShellContext value>
      <PageSkeleton />
    </InShellContext>
  )
  await renderPage(skeleton, dashboardAddress(role, page))
  const shown = screen.getByRole('status', { name: uiText('common:loading') })
  expect(shown.getAttribute('aria-busy')).toBe('true')
  expect(shown.dataset.kind).toBe(kind)
  // A page with tabs has two: upcoming and history.
  expect(shown.querySelectorAll('[data-part="tab"]')).toHaveLength(kind === 'tabs' ? 2 : 0)
  // The pages of messages and the journal show a list beside one of its items.
  const hasList = kind === 'messages' || kind === 'journal'
  expect(shown.querySelectorAll('[data-part="entries"] + [data-part="card"]')).toHaveLength(hasList ? 1 : 0)
  expect(shown.querySelectorAll('[data-part="card"]')).toHaveLength({ dashboard: 2, tasks: 3 }[kind as string] ?? 1)
})

test('Payments is shown disabled in the sidebar of therapist and client, as neither link nor button, and says why [2.17]', async () => {
  for (const [role, reason] of [
    ['therapist', 'off'],
    ['client', 'none-issued'],
  ] as const) {
    paymentsOff(reason)
    const drawn = await renderPage(<Sidebar of={role} id="sidebar" onHelp={() => {}} />, `/dashboard/${role}`)
    const entry = screen.getByText(uiTextPattern('shell:pages.payments'))
    expect(entry.textContent).toBe('Payments Off')
    expect(entry.closest('a, button')).toBeNull()
    const why = await screen.findByText(uiText(`shell:paymentsOff.${reason}`))
    expect(why.closest('a')?.getAttribute('href')).toBe(
      role === 'therapist' ? '/dashboard/therapist/settings/payments' : undefined,
    )
    drawn.unmount()
  }
  vi.unstubAllGlobals()
})

test('Payments and Billing lead to the page of payments once payments can be used [2.15, 2.23] @slow', async () => {
  for (const role of ['therapist', 'client'] as const) {
    mockServer({ 'business/access': () => ({ open: true, reason: null }) })
    const both = (
      <>
        <Sidebar of={role} id="sidebar" onHelp={() => {}} />
        <UserMenu of={role} me={me} />
      </>
    )
    const drawn = await renderPage(both, `/dashboard/${role}`)
    const entry = await screen.findByRole('link', { name: uiText('shell:pages.payments') })
    expect(entry.getAttribute('href')).toBe(`/dashboard/${role}/payments`)
    fireEvent.click(screen.getByRole('button', { name: uiTextPattern('shell:userMenu', { name: me.displayName }) }))
    const billing = screen.getByRole('menuitem', { name: uiText('shell:billing') })
    expect(billing.getAttribute('href')).toBe(`/dashboard/${role}/payments`)
    drawn.unmount()
  }
  vi.unstubAllGlobals()
})

test('the sidebar of an admin has neither quick access nor a count, and requests none [6.09]', async () => {
  const { calls } = mockServer({})
  await renderPage(<Sidebar of="admin" id="sidebar" onHelp={() => {}} />, '/dashboard/admin')
  expect(screen.queryByText(uiText('shell:groups.quick'))).toBeNull()
  expect(screen.getByRole('navigation').textContent).not.toMatch(/\d/)
  expect(calls).toEqual([])
  vi.unstubAllGlobals()
})

test('the tab bar and the phone menu of an admin show no count, and request none [6.09]', async () => {
  const { calls } = mockServer({
    'message/unreadCounts': () => ({ items: [{ conversationId: 'c', unread: 3 }] }),
    'task/counts': () => ({ open: 2, overdue: 1, flagged: 0 }),
  })
  const both = (
    <>
      <TabBar of="admin" menuOpen onMenu={() => {}} />
      <PhoneMenu of="admin" me={null} opened onClose={() => {}} onHelp={() => {}} />
    </>
  )
  await renderPage(both, '/dashboard/admin')
  const navigations = await screen.findAllByRole('navigation', { hidden: true })
  expect(navigations).toHaveLength(2)
  for (const navigation of navigations) expect(navigation.textContent).not.toMatch(/\d/)
  expect(calls.filter(({ path }) => /counts/i.test(path))).toEqual([])
  vi.unstubAllGlobals()
})

test('an unknown role shows the message to contact support [6.05]', async () => {
  observedAuthState.set(signedInState(loadingState, { ...login, role: 'owner' as Role }))
  await renderPage(<AuthErrorCallout />, '/dashboard')
  expect(screen.getByText(uiText('common:errors.ROLE_UNKNOWN'))).toBeTruthy()
  observedAuthState.set(loadingState)
})

test('an address of another role shows the message that permission is missing [6.05]', async () => {
  mockServer({
    'login/session': () => ({ login: { ...login, role: 'client' } }),
    'account/me': () => ({ role: 'client' }),
  })
  const said: string[] = []
  const stop = registerToaster(({ variant, title }) => said.push(`${variant}: ${title}`))
  const location = { pathname: '/dashboard/admin/settings', href: '/dashboard/admin/settings', searchStr: '' }
  await expect(guardDashboard({ location: location as never })).rejects.toMatchObject({ options: { href: '/' } })
  expect(said).toEqual(['destructive: You do not have permission to view this page. Please contact the administrator.'])
  stop()
  queryClient.clear()
  vi.unstubAllGlobals()
})
