import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Reads anew whatever shows clients. */
export function useClientsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: query.client.key() })
}

/** Follows the clients of this therapist live: who joined, whose invitation was opened. */
export function useLiveClients() {
  const changed = useClientsChanged()
  useLive('clients', () => void changed())
  useLive('invitations', () => void changed())
}
