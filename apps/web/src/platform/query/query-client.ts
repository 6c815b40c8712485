import { QueryClient } from '@tanstack/react-query'
import { resetCircuitBreakers } from '../api/circuit-breaker.ts'
import { isConnectionError } from '../api/errors.ts'
import { LosslessQueryCache } from './read-again.ts'

const minute = 60_000

/**
 * Creates a query client with the defaults of row 9.09. A query that was invalidated while no component used it is read again when a component uses
 * it. A query that was invalidated while it was being read is read again.
 */
export function newQueryClient() {
  return new QueryClient({
    queryCache: new LosslessQueryCache(),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10 * minute,
        gcTime: 30 * minute,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: (query) => query.state.isInvalidated,
        // The API client already waits for the connection, also for calls outside of queries. Queries therefore do not
        // wait.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient = newQueryClient()

/** When the browser is online again, refetches the queries that failed because there was no connection. */
export function refetchWhenOnline() {
  addEventListener('online', () => {
    resetCircuitBreakers()
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isConnectionError(state.error) })
  })
}
