import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

export const useChannelSetup = () => useQuery(orpc.channelSetup.get.queryOptions({ input: {} }))

/** Returns a mutation that changes the setup. Its response replaces the loaded setup. */
export function useSetupChange<Input>(save: (input: Input) => Promise<ChannelSetup>, onSaved?: () => void) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'channel-setup' },
    mutationFn: save,
    onSuccess: (after) => {
      cache.setQueryData(orpc.channelSetup.get.queryKey({ input: {} }), after)
      onSaved?.()
    },
  })
}
