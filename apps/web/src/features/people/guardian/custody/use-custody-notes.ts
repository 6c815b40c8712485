import type { ClientId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** Loads the custody notes of a client and keeps them up to date. */
export function useCustodyNotes(clientId: ClientId) {
  const read = useQuery(orpc.guardian.custodyNotes.queryOptions({ input: { clientId } }))
  useSubscription('custodyNotes', () => void read.refetch())
  return read
}

/** Returns a mutation that changes the custody notes. After success, shows `done` in a toast. */
export function useCustodyChange<Input>(send: (input: Input) => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast.success(done),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.guardian.custodyNotes.key() }),
  })
}
