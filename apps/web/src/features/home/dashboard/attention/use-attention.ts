import type { AttentionKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Loads the attention items of one kind. Loads nothing without a kind. */
export const useAttentionOfKind = (kind: AttentionKind | undefined) =>
  useQuery({
    ...orpc.dashboard.attention.queryOptions({ input: kind ? { kind } : skipToken }),
    refetchOnMount: 'always',
  })

/** Refetches the attention items when a database row on which they depend changes. Changes of sessions and clients have separate subscriptions. */
export function useSubscribeToAttention() {
  const cache = useQueryClient()
  const changed = () =>
    [orpc.dashboard.get.key(), orpc.dashboard.attention.key()].forEach(
      (queryKey) => void cache.invalidateQueries({ queryKey }),
    )
  useSubscription('tasks', changed)
  useSubscription('task_answers', changed)
  useSubscription('messages', changed)
  useSubscription('external_questions', changed)
  useSubscription('conversation_reads', changed)
  useSubscription('journal_shares', changed)
  useSubscription('journal_entries', changed)
  useSubscription('sent_forms', changed)
  useSubscription('invoices', changed)
  useSubscription('payments', changed)
}
