import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** The defaults of row 9.09. What was invalidated while nobody looked at it is read anew when it is shown again. */
export function newQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10 * minute,
        gcTime: 30 * minute,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: (query) => query.state.isInvalidated,
        // The api waits for the connection by itself, for calls outside of queries too.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = newQueryClient()
