import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Refetches what the pages of the administration show when accounts, requests, feedback or the health change. */
export function useAdministrationUpdates() {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: orpc.administration.key() })
  useSubscription('role_requests', again)
  useSubscription('account_list', again)
  useSubscription('feedback', again)
  useSubscription('health', again)
}
