import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

const options = () => orpc.messageSettings.own.queryOptions({ input: {} })

/** Loads the therapist's settings for messages. */
export const useMessageSettings = () => useQuery({ ...options(), refetchOnMount: 'always' })

/** Returns a function that changes the cached settings after the server has saved them. */
export function useCachedMessageSettings() {
  const cache = useQueryClient()
  return (part: Partial<OwnMessageSettings>) =>
    cache.setQueryData(options().queryKey, (before) => before && { ...before, ...part })
}
