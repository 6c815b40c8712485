import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Refetches the times in calls when a person joins or leaves a call. */
export function useCallTimesSubscription() {
  const client = useQueryClient()
  useSubscription('call_person', () => void client.invalidateQueries({ queryKey: orpc.call.ofSession.key() }))
}
