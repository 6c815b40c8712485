import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { usePolling } from '../../../../platform/realtime/use-polling.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

export type WaitingClient = Awaited<ReturnType<typeof api.call.waiting>>['items'][number]

const none: WaitingClient[] = []
/** The interval of reads while the live connection is away. */
const pollSeconds = 15

/** The clients who wait for the acting therapist, live. Without `isTherapist`, asks for nothing. */
export function useWaitingClients(isTherapist = true): WaitingClient[] {
  const polling = usePolling(pollSeconds)
  const { data } = useQuery({
    ...orpc.call.waiting.queryOptions({ input: {} }),
    enabled: isTherapist,
    refetchInterval: isTherapist && polling,
  })
  return data?.items ?? none
}

/** Reads the waiting clients again when somebody comes or goes. */
export function useWaitingSubscription() {
  const client = useQueryClient()
  useSubscription('call_person', () => void client.invalidateQueries({ queryKey: orpc.call.waiting.key() }))
}
