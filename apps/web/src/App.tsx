import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nonce } from './platform/nonce.ts'
import { queryClient } from './platform/query/query-client.ts'
import { router } from './router.ts'
import { mantineTheme, cssVariables } from './ui/theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'attune-theme' })

/** Provides the theme and the query cache. The native app also uses it for its screens before the sign-in. */
export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
      // Mantine's own style sheet is not loaded, so the theme must define all CSS variables, even those with default
      // values.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

/** The providers around all pages: theme, cache and router. */
export function App() {
  return (
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  )
}
