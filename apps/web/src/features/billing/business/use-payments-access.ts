import type { Role } from '@attune/contract/features/people/account/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Whether the payments page is available, and if not, why. Null while this is unknown, and for an admin. */
type PaymentsAccess = { open: boolean; reason: 'incomplete' | 'off' | 'none-issued' | null } | null

/** Returns whether the payments page is available to the signed-in person. For a client, it becomes available with the first invoice. */
export function usePaymentsAccess(role: Role): PaymentsAccess {
  const cache = useQueryClient()
  const { data } = useQuery({ ...orpc.business.access.queryOptions({ input: {} }), enabled: role !== 'admin' })
  useSubscription('invoices', () => {
    if (data?.reason === 'none-issued') void cache.invalidateQueries({ queryKey: orpc.business.access.key() })
  })
  return data ?? null
}
