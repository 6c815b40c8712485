import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/**
 * Reads the overview of scores, and reads it again when a task, an answer or a client changes. The first read returns `opening`, the id of the visit.
 * Later reads of the same visit send this id, so that each client's access log gets one line per visit. The overview is not cached after the visit.
 */
export function useMeasures() {
  const client = useQueryClient()
  const opening = useRef<string>(undefined)
  const { queryKey } = orpc.task.measures.queryOptions({ input: {} })
  useSubscription('clients', () => void client.invalidateQueries({ queryKey }))
  return useQuery({
    queryKey,
    queryFn: async () => {
      const answer = await api.task.measures(opening.current === undefined ? {} : { opening: opening.current })
      opening.current = answer.opening
      return answer
    },
    gcTime: 0,
  })
}
