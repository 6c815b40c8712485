import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { newQueryClient } from '../platform/query/query-client.ts'
import { mantineTheme } from '../ui/theme.ts'

/** Renders a node at an address, with the theme, an empty query cache and a router that accepts every address. */
export async function renderPage(what: ReactNode, path = '/') {
  const root = createRootRoute({ component: () => what })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const client = newQueryClient()
  await router.load()
  const drawn = render(
    <MantineProvider env="test" theme={mantineTheme}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...drawn, router, client }
}

/**
 * Until the globals are restored, replaces the server with a `fetch` that answers each call by the function in `answers` for its path. Returns the
 * received calls, a function that returns the inputs of the calls of one path, and the `fetch` itself, so that a test can install it again.
 */
export function mockServer(answers: Record<string, (input: never) => unknown>) {
  const calls: { path: string; input: unknown; headers: Headers }[] = []
  const fetched = async (url: string, init?: RequestInit) => {
    const path = url.replace('/api/', '')
    const input: unknown = JSON.parse(String(init?.body))
    calls.push({ path, input, headers: new Headers(init?.headers) })
    const answer = await answers[path]?.(input as never)
    if (answer instanceof Response) return answer.clone()
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer ?? null), { headers: { 'content-type': 'application/json' } })
  }
  vi.stubGlobal('fetch', fetched)
  const inputsOf = (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input)
  return { calls, inputsOf, fetched }
}

/** Returns a response that refuses a call, in the format of the server. */
export const refusalResponse = (status: number, code: string, data?: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ defined: true, code, status, message: code, data }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/**
 * Returns a response of a server that fails. The response requests no delay before a retry, so a test does not wait the
 * seven seconds of the default retries.
 */
export const failureResponse = () => refusalResponse(503, 'INTERNAL_SERVER_ERROR', undefined, { 'retry-after': '0' })
