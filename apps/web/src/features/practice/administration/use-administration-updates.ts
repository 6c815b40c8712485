import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Refetches the data of the administration pages when accounts, role requests, feedback or the health of the system change. */
export function useAdministrationUpdates() {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: orpc.administration.key() })
  useSubscription('role_requests', again)
  useSubscription('account_list', again)
  useSubscription('feedback', again)
  useSubscription('health', again)
}
