import type { Role } from '@attune/contract/features/people/account/account'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { movedSettingsAddress } from './old-address.ts'
import { OwnProfilePage } from './OwnProfilePage.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { subjectsOf } from './subjects.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(role: Role) {
  const names = { firstName: 'Robert', lastName: 'Keane', displayName: 'Robert Keane', email: 'robert@practice.test' }
  const me = { id: 'u', role, ...names, avatarUrl: null, language: 'en', theme: 'system', zone: 'Europe/Berlin' }
  const nothing = () => ({ items: [] })
  const { calls } = mockServer({
    'login/session': () => ({
      login: { userId: 'u', role, need: null, hasApp: true, hasPassword: true, hasSecondFactor: true },
    }),
    'account/me': () => me,
    'account/notificationSettings': () => ({ quiet: null, mail: {}, push: {}, pausedUntil: null }),
    'consent/list': nothing,
    'push/browsers': nothing,
    'login/logins': nothing,
    'login/passkeys': nothing,
    'login/providers': nothing,
  })
  return () => calls.map(({ input }) => input)
}
const list = () => within(screen.getByRole('navigation', { name: uiText('settings:title') }))
const open = (id: 'appearance' | 'security' | 'sign-in' | 'notifications') =>
  fireEvent.click(list().getByRole('link', { name: uiText(`settings:subjects.${id}`) }))

test.each<Role>(['therapist', 'client'])(
  'the settings of a %s cover profile, language and theme, notifications and security [2.32, 2.33] @slow',
  async (role) => {
    serve(role)
    const { router } = await renderPage(<SettingsPage area="settings" />, `/dashboard/${role}/settings`)
    expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveProperty('children.length', 4)
    const themes = within(screen.getByRole('radiogroup', { name: 'Theme' })).getAllByRole('radio')
    expect(themes.map((radio) => radio.getAttribute('value'))).toEqual(['system', 'light', 'dark'])
    expect(screen.getByRole('link', { name: uiText('account:settings.profileOpen') }).getAttribute('href')).toBe(
      `/dashboard/${role}/profile`,
    )
    open('security')
    expect(await screen.findByRole('heading', { level: 1, name: uiText('account:settings.security') })).toBeTruthy()
    expect(await screen.findByRole('button', { name: uiText('security:password.change') })).toBeTruthy()
    open('sign-in')
    expect(await screen.findByRole('heading', { name: uiText('security:logins.title') })).toBeTruthy()
    open('notifications')
    expect(await screen.findByRole('region', { name: uiText('security:notices.title') })).toBeTruthy()
    expect(await screen.findByRole('switch', { name: uiText('push:here') })).toBeTruthy()
    expect(router.state.location.pathname).toBe(`/dashboard/${role}/settings/notifications`)
  },
)

test('the setting for the Enter key is saved at once, except for an admin, who has none @slow', async () => {
  const calls = serve('client')
  const first = await renderPage(<SettingsPage area="settings" />, '/dashboard/client/settings/appearance')
  const keys = await screen.findByRole('radiogroup', { name: uiText('account:settings.enterKey') })
  fireEvent.click(within(keys).getByRole('radio', { name: uiText('account:settings.enterKeys.send') }))
  await waitFor(() => expect(calls()).toContainEqual({ enterKey: 'send' }))
  first.unmount()
  serve('admin')
  await renderPage(<OwnProfilePage />, '/dashboard/admin/profile/appearance')
  await screen.findByRole('radiogroup', { name: 'Theme' })
  expect(screen.queryByRole('radiogroup', { name: uiText('account:settings.enterKey') })).toBeNull()
})

test('the admin’s profile page shows the names and the personal settings [1.14] [2.05] @slow', async () => {
  serve('admin')
  await renderPage(<OwnProfilePage />, '/dashboard/admin/profile')
  expect(await screen.findByRole('heading', { level: 1, name: 'Robert Keane' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Name' })).toBeTruthy()
  open('appearance')
  await screen.findByRole('combobox', { name: 'Language' })
  open('notifications')
  await screen.findByRole('switch', { name: uiText('push:here') })
  open('security')
  await screen.findByRole('button', { name: 'Change password' })
})

test('a search finds the pages by the words of their labels, and Enter opens the first @slow', async () => {
  serve('therapist')
  const { router } = await renderPage(<SettingsPage area="settings" />, '/dashboard/therapist/settings')
  const field = await screen.findByRole('searchbox', { name: uiText('settings:find') })
  fireEvent.change(field, { target: { value: 'iban' } })
  const found = await list().findByRole('link', { name: /IBAN/ })
  expect(found.getAttribute('href')).toBe('/dashboard/therapist/settings/business')
  expect(list().getAllByRole('link')).toHaveLength(1)
  fireEvent.change(field, { target: { value: 'no such thing' } })
  expect(await list().findByText(uiText('settings:noneFound', { text: 'no such thing' }))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'quiet ho' } })
  await list().findByRole('link', { name: /Quiet hours/ })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/settings/notifications'))
})

test('an address that the role does not have shows the not-found screen [2.16]', async () => {
  serve('client')
  await renderPage(<SettingsPage area="settings" />, '/dashboard/client/settings/services')
  expect(await screen.findByRole('heading', { name: uiText('common:missing.title') })).toBeTruthy()
})

test('services are in Business, and messages in Notifications', () => {
  const groupOf = (id: string) => subjectsOf('therapist').find((subject) => subject.id === id)?.group
  expect(groupOf('services')).toBe('business')
  for (const id of ['reading-hours', 'absence-reply', 'quick-replies']) expect(groupOf(id)).toBe('notifications')
})

test.each([
  ['therapist', 'personal', '', 'appearance'],
  ['therapist', 'notifications', '', 'notifications'],
  ['therapist', 'sessions', 'session-types', 'session-types'],
  ['therapist', 'sessions', '', 'session-types'],
  ['therapist', 'calendars', '', 'calendars?connected=a1'],
  ['therapist', 'messages', '', 'reading-hours'],
  ['therapist', 'business', '', 'business'],
  ['therapist', 'services', '', 'services'],
  ['client', 'notifications', '', 'notifications'],
  ['client', 'notifications', 'texts', 'text-messages'],
] as const)('the earlier address of a %s with the tab %s and the anchor “%s” leads to %s', (role, tab, hash, page) => {
  const search = { tab, connected: page.includes('?') ? 'a1' : undefined }
  const pathname = `/dashboard/${role}/settings`
  expect(movedSettingsAddress(role, { pathname, search, hash })).toBe(`${pathname}/${page}`)
})

test('an address of today, and a tab that the role never had, stay', () => {
  const at = (pathname: string, tab?: string) => movedSettingsAddress('client', { pathname, search: { tab }, hash: '' })
  expect(at('/dashboard/client/settings')).toBeNull()
  expect(at('/dashboard/client/settings/notifications', 'personal')).toBeNull()
  expect(at('/dashboard/client/settings', 'services')).toBeNull()
})
