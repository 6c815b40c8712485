import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { nonce } from './platform/nonce.ts'
import { queryClient } from './platform/query-client.ts'
import { router } from './router.ts'
import { mantineTheme, cssVariables } from './ui/theme.ts'

const schemes = localStorageColorSchemeManager({ key: 'attune-theme' })

/** The providers around all pages: theme, cache and router. */
export function App() {
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
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
