import type { OwnPlan, SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

const options = () => orpc.safety.plan.queryOptions({ input: {}, staleTime: 5 * 60_000 })

/** Loads the client's own safety plan and updates it live while a component shows it. */
export function useOwnSafetyPlan() {
  const read = useQuery(options())
  const refetch = () => void read.refetch()
  useSubscription('safety_plans', refetch)
  useSubscription('safety_plan_shares', refetch)
  return read
}

/** Returns functions that update the cached plan with the server's responses or reload it. */
export function useSafetyPlanCache() {
  const client = useQueryClient()
  const key = options().queryKey
  return {
    put: (own: OwnPlan) => client.setQueryData(key, own),
    putPlan: (plan: SafetyPlan) => client.setQueryData(key, (own) => own && { ...own, plan }),
    putOffline: (offline: boolean) => client.setQueryData(key, (own) => own && { ...own, offline }),
    refetchSaved: () => client.invalidateQueries({ queryKey: key }),
  }
}
