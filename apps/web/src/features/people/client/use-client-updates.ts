import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Returns a function that refetches all queries of clients and of the dashboard. */
export function useInvalidateClients() {
  const client = useQueryClient()
  return () =>
    Promise.all([orpc.client.key(), orpc.dashboard.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Refetches all client queries when a client of the therapist or an invitation changes. */
export function useSubscribeToClients() {
  const changed = useInvalidateClients()
  useSubscription('clients', () => void changed())
  useSubscription('invitations', () => void changed())
}
