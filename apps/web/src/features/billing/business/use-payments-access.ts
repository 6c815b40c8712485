import type { Role } from '@attune/contract/features/people/account/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Whether the page of payments is open, and otherwise why not. Null while it is not known, and for an admin. */
type PaymentsAccess = { open: boolean; reason: 'incomplete' | 'off' | 'none-issued' | null } | null

/** Reads whether the signed-in person can open the page of payments. For a client the first invoice opens it at once. */
export function usePaymentsAccess(role: Role): PaymentsAccess {
  const cache = useQueryClient()
  const { data } = useQuery({ ...orpc.business.access.queryOptions({ input: {} }), enabled: role !== 'admin' })
  useSubscription('invoices', () => {
    if (data?.reason === 'none-issued') void cache.invalidateQueries({ queryKey: orpc.business.access.key() })
  })
  return data ?? null
}
