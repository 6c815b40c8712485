import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSchemeClasses } from './use-preferences.ts'

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
