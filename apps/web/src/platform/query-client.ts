import { QueryClient } from '@tanstack/react-query'

const minute = 60_000

/** The defaults of row 9.09. A query that was invalidated while unused is read again when it is shown. */
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
        // The API client waits for the connection itself, also for calls outside of queries.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = newQueryClient()
