import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Returns a function that refetches all client queries. */
export function useClientsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.client.key() })
}

/** Subscribes to changes of this therapist's clients and their invitations. */
export function useLiveClients() {
  const changed = useClientsChanged()
  useLive('clients', () => void changed())
  useLive('invitations', () => void changed())
}
