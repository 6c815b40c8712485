import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

const options = () => orpc.business.own.queryOptions({ input: {} })

/** Loads the therapist's business settings. */
export const useBusiness = () => useQuery({ ...options(), refetchOnMount: 'always' })

/** Returns a function that updates the cached settings and the menu after a change on the server. */
export function useChangedBusiness() {
  const cache = useQueryClient()
  return (business: OwnBusiness) => {
    cache.setQueryData(options().queryKey, business)
    void cache.invalidateQueries({ queryKey: orpc.business.access.key() })
  }
}
