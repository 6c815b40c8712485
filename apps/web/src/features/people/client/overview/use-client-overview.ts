import type { ClientId } from '@attune/contract/common/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Loads the overview of a client record in one request, with the counts of the tabs. */
export function useClientOverview(id: ClientId) {
  const client = useQueryClient()
  const changed = () => void client.invalidateQueries({ queryKey: orpc.client.overview.key() })
  useSubscription('tasks', changed)
  useSubscription('journal_shares', changed)
  useSubscription('session_texts', changed)
  return useQuery(orpc.client.overview.queryOptions({ input: { id } }))
}
