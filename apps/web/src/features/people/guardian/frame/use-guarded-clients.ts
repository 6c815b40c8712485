import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Returns the clients for whom the signed-in person acts. Loads them again when a therapist gives or ends rights. */
export function useGuardedClients() {
  const read = useQuery(orpc.guardian.clients.queryOptions({ input: {} }))
  useSubscription('guardians', () => void read.refetch())
  return read
}
