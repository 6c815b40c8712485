import type { OwnPlan, SafetyPlan } from '@attune/contract/features/safety'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

const options = () => query.safety.plan.queryOptions({ input: {}, staleTime: 5 * 60_000 })

/** The client's own plan, updated live while it is shown. */
export function useOwnPlan() {
  const read = useQuery(options())
  const refetch = () => void read.refetch()
  useLive('safety_plans', refetch)
  useLive('safety_plan_shares', refetch)
  return read
}

/** Updates the cached plan with the server's answers. */
export function usePlanCache() {
  const client = useQueryClient()
  const key = options().queryKey
  return {
    put: (own: OwnPlan) => client.setQueryData(key, own),
    putPlan: (plan: SafetyPlan) => client.setQueryData(key, (own) => own && { ...own, plan }),
    putOffline: (offline: boolean) => client.setQueryData(key, (own) => own && { ...own, offline }),
    readAnew: () => client.invalidateQueries({ queryKey: key }),
  }
}
