import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Loads the shared plan of a client again when the therapist shares another version or other diagnoses, or stops sharing. */
export function useSubscribeToGuardedPlan() {
  const cache = useQueryClient()
  const changed = () => {
    void cache.invalidateQueries({ queryKey: orpc.guardian.plan.key() })
    void cache.invalidateQueries({ queryKey: orpc.guardian.planShared.key() })
  }
  useSubscription('treatment_plan_shares', changed)
  useSubscription('diagnosis_shares', changed)
  useSubscription('diagnoses', changed)
}
