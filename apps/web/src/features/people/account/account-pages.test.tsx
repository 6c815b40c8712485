import type { Role } from '@attune/contract/features/people/account/account'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { parseSettingsSearch, settingsTabs } from './settings-search.ts'
import { ProfilePage } from './profile/ProfilePage.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { uiText } from '../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(role: Role) {
  const names = { firstName: 'Robert', lastName: 'Keane', displayName: 'Robert Keane', email: 'robert@practice.test' }
  const me = { id: 'u', role, ...names, avatarUrl: null, language: 'en', theme: 'system', zone: 'Europe/Berlin' }
  const { calls } = mockServer({
    'login/session': () => ({
      login: { userId: 'u', role, need: null, hasApp: true, hasPassword: true, hasSecondFactor: true },
    }),
    'account/me': () => me,
    'account/notificationSettings': () => ({ quiet: null, mail: {}, push: {}, pausedUntil: null }),
    'consent/list': () => ({ items: [] }),
    'push/browsers': () => ({ items: [] }),
    'login/logins': () => ({ items: [] }),
    'login/passkeys': () => ({ items: [] }),
    'login/providers': () => ({ items: [] }),
  })
  return () => calls.map(({ input }) => input)
}
/** Waits until the page shows its lazily loaded sections. */
const allThere = () => screen.findByRole('heading', { name: uiText('security:logins.title') })
const parts = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

test.each<Role>(['therapist', 'client'])(
  'the settings of a %s cover profile, language and theme, notifications and security [2.32, 2.33]',
  async (role) => {
    serve(role)
    await renderPage(<SettingsPage />, `/dashboard/${role}/settings`)
    await allThere()
    expect(parts().slice(0, 3)).toEqual(['Profile', uiText('account:settings.appearance'), 'Security'])
    expect(screen.getByRole('link', { name: uiText('account:settings.profileOpen') }).getAttribute('href')).toBe(
      `/dashboard/${role}/profile`,
    )
    expect(screen.getByRole('combobox', { name: 'Language' }).children).toHaveLength(4)
    const themes = within(screen.getByRole('radiogroup', { name: 'Theme' })).getAllByRole('radio')
    expect(themes.map((radio) => radio.getAttribute('value'))).toEqual(['system', 'light', 'dark'])
    fireEvent.click(await screen.findByRole('tab', { name: uiText('account:settings.tab.notifications') }))
    expect(await screen.findByRole('region', { name: uiText('security:notices.title') })).toBeTruthy()
    expect(await screen.findByRole('switch', { name: uiText('push:here') })).toBeTruthy()
  },
)

test('the setting for the Enter key is saved at once, except for an admin, who has none', async () => {
  const calls = serve('client')
  await renderPage(<SettingsPage />, '/dashboard/client/settings')
  const keys = await screen.findByRole('radiogroup', { name: uiText('account:settings.enterKey') })
  fireEvent.click(within(keys).getByRole('radio', { name: uiText('account:settings.enterKeys.send') }))
  await waitFor(() => expect(calls()).toContainEqual({ enterKey: 'send' }))
  cleanup()
  serve('admin')
  await renderPage(<SettingsPage />, '/dashboard/admin/settings')
  await screen.findByRole('radiogroup', { name: 'Theme' })
  expect(screen.queryByRole('radiogroup', { name: uiText('account:settings.enterKey') })).toBeNull()
})

test('the settings panel is not remounted when the lazily loaded tabs appear', async () => {
  serve('therapist')
  await renderPage(<SettingsPage />, '/dashboard/therapist/settings')
  const language = await screen.findByRole('combobox', { name: 'Language' })
  const panel = language.closest('[role=tabpanel]')
  const tab = await screen.findByRole('tab', { name: 'Personal' })
  await allThere()
  expect(screen.getByRole('combobox', { name: 'Language' })).toBe(language)
  expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id)
  expect(tab.getAttribute('aria-controls')).toBe(panel?.id)
})

test.each(settingsTabs)('the address of the tab %s opens this tab and its panel', async (tab) => {
  serve('therapist')
  const { router } = await renderPage(<SettingsPage />, '/dashboard/therapist/settings')
  await router.navigate({ to: '.', search: parseSettingsSearch({ tab }) as never })
  const name = i18next.t(`account:settings.tab.${tab}`)
  expect(await screen.findByRole('tab', { name, selected: true })).toBeTruthy()
  expect(await screen.findByRole('tabpanel', { name })).toBeTruthy()
})

test('the admin’s profile page shows the names and the personal settings [1.14] [2.05]', async () => {
  serve('admin')
  await renderPage(<ProfilePage />, '/dashboard/admin/profile')
  expect(await screen.findByRole('heading', { level: 1, name: 'Robert Keane' })).toBeTruthy()
  await allThere()
  await screen.findByRole('switch', { name: uiText('push:here') })
  expect(parts().slice(0, 4)).toEqual(['Name', uiText('account:settings.appearance'), 'Notifications', 'Security'])
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy()
})
