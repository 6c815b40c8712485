import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

export function useInvalidateEstimates() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.estimate.key() })
}

/** Invalidates the queries of estimates when the server reports a new estimate or PDF. */
export function useSubscribeToEstimates() {
  const changed = useInvalidateEstimates()
  useSubscription('estimates', () => void changed())
  useSubscription('estimate_documents', () => void changed())
}

/** Returns whether estimates can be written, the due estimates, and the clients who have estimates. */
export function useEstimateOverview() {
  const changed = useInvalidateEstimates()
  useSubscribeToEstimates()
  useSubscription('sessions', () => void changed())
  return useQuery(orpc.estimate.overview.queryOptions({ input: {} }))
}
