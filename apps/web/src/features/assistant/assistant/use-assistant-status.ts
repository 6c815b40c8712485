import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

export function useAssistantStatus() {
  return useQuery(orpc.assistant.status.queryOptions({ input: {} }))
}

/** Whether the practice offers the assistant and the therapist has switched it on. False until this is known. */
export function useIsAssistantOn(): boolean {
  const { data } = useAssistantStatus()
  return Boolean(data?.offered && data.switchedOnAt)
}

/** Returns a function that refetches the assistant's status, drafts and conversations. */
export function useRefetchAssistant() {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: orpc.assistant.status.key() }),
      cache.invalidateQueries({ queryKey: orpc.assistant.drafts.key() }),
      cache.invalidateQueries({ queryKey: orpc.assistant.conversations.key() }),
      cache.invalidateQueries({ queryKey: orpc.assistant.conversation.key() }),
    ])
}
