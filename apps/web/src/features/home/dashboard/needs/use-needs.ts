import type { NeedKind } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Loads what needs the therapist of one kind. Loads nothing without a kind. */
export const useNeedsOfKind = (kind: NeedKind | undefined) =>
  useQuery({
    ...orpc.dashboard.needs.queryOptions({ input: kind ? { kind } : skipToken }),
    refetchOnMount: 'always',
  })

/** Reads the needs again when a row changes from which one of them derives. Sessions and clients do so themselves. */
export function useSubscribeToNeeds() {
  const cache = useQueryClient()
  const changed = () =>
    [orpc.dashboard.overview.key(), orpc.dashboard.needs.key()].forEach(
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
