import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Reads the times in calls again when somebody joins or leaves. */
export function useCallTimesSubscription() {
  const client = useQueryClient()
  useSubscription('call_person', () => void client.invalidateQueries({ queryKey: orpc.call.ofSession.key() }))
}
