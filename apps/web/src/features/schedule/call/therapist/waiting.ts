import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { usePolling } from '../../../../platform/realtime/use-polling.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

export type WaitingClient = Awaited<ReturnType<typeof api.call.waiting>>['items'][number]

const none: WaitingClient[] = []
/** The seconds between two requests while there is no live connection. */
const pollSeconds = 15

/** Returns the clients who wait for the acting therapist, and updates them live. Without `isTherapist`, requests nothing. */
export function useWaitingClients(isTherapist = true): WaitingClient[] {
  const polling = usePolling(pollSeconds)
  const { data } = useQuery({
    ...orpc.call.waiting.queryOptions({ input: {} }),
    enabled: isTherapist,
    refetchInterval: isTherapist && polling,
  })
  return data?.items ?? none
}

/** Refetches the waiting clients when the people who wait for a call or take part in it change. */
export function useWaitingSubscription() {
  const client = useQueryClient()
  useSubscription('call_person', () => void client.invalidateQueries({ queryKey: orpc.call.waiting.key() }))
}
