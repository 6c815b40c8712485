import { MantineProvider, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Me } from '../login/login.ts'
import { usePreferences, useSchemeClasses } from './use-preferences.ts'

function Page() {
  useSchemeClasses()
  return null
}

const page = (scheme: 'light' | 'dark') => (
  <MantineProvider forceColorScheme={scheme}>
    <Page />
  </MantineProvider>
)

test('the root element has the class light or dark, and with light also invert [4.09]', () => {
  const { rerender } = render(page('light'))
  expect([...document.documentElement.classList].toSorted()).toEqual(['invert', 'light'])
  rerender(page('dark'))
  expect([...document.documentElement.classList]).toEqual(['dark'])
})

type Theme = Me['theme']

/** Renders a page of an account with this theme, on a device that stores `stored`. Returns the schemes that the page then sets. */
function openPage(stored: MantineColorScheme, theme: Theme) {
  const schemes: MantineColorScheme[] = []
  const device: MantineColorSchemeManager = {
    get: () => stored,
    set: (scheme) => void schemes.push(scheme),
    subscribe: () => {},
    unsubscribe: () => {},
    clear: () => {},
  }
  function AccountPage({ of }: { of: Theme }) {
    usePreferences({ theme: of } as Me)
    return null
  }
  const page = (of: Theme) => (
    <MantineProvider colorSchemeManager={device}>
      <AccountPage of={of} />
    </MantineProvider>
  )
  const { rerender } = render(page(theme))
  return { schemes, show: (next: Theme) => rerender(page(next)) }
}

test('a page with the theme of the account sets no scheme, at its first rendering or later', () => {
  const { schemes, show } = openPage('dark', 'dark')
  show('dark')
  expect(schemes).toEqual([])
})

test('a device with another scheme gets the theme of the account once', () => {
  const { schemes, show } = openPage('light', 'system')
  show('system')
  expect(schemes).toEqual(['auto'])
})

test('a theme that changes in the account changes the scheme of the page', () => {
  const { schemes, show } = openPage('light', 'light')
  show('dark')
  expect(schemes).toEqual(['dark'])
})
