import type { JournalEntryId } from '@attune/contract/common/ids'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RowChange } from '../../../../platform/realtime/realtime-subscription.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { backendRealtime } from '../../../../platform/backend/realtime.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

type Listed = { items: { id: JournalEntryId }[]; next: string | null }
type Lists = Listed | InfiniteData<Listed>

/** Returns the ids of the entries that are no longer shared according to `changes`; null if there are none. */
export function revokedEntryIds(changes: readonly RowChange[]): Set<string> | null {
  const ids = changes.filter(({ event }) => event === 'DELETE').map(({ keys }) => String(keys['entry_id']))
  return ids.length > 0 ? new Set(ids) : null
}

/** Removes entries from all cached lists immediately, without waiting for the server. */
export function removeFromCachedLists(cache: QueryClient, gone: ReadonlySet<string>) {
  const without = (list: Listed): Listed => ({ ...list, items: list.items.filter(({ id }) => !gone.has(id)) })
  cache.setQueriesData<Lists>({ queryKey: orpc.journal.shared.key() }, (lists) => {
    if (!lists) return lists
    return 'pages' in lists ? { ...lists, pages: lists.pages.map(without) } : without(lists)
  })
}

const watched = new WeakSet<QueryClient>()

/**
 * Subscribes to the end of sharing, once for each cache. Removes entries that are no longer shared from the cached
 * lists, even while no list is visible.
 */
function watchRevocations(cache: QueryClient) {
  if (watched.has(cache)) return
  watched.add(cache)
  backendRealtime.subscribe({ table: 'journal_shares' }, (changes) => {
    const gone = revokedEntryIds(changes)
    if (gone) removeFromCachedLists(cache, gone)
  })
}

/** Refetches the lists and counts of shared entries when an entry or its sharing changes. */
export function useSharedEntrySubscriptions() {
  const cache = useQueryClient()
  useEffect(() => watchRevocations(cache), [cache])
  const invalidate = () => {
    void cache.invalidateQueries({ queryKey: orpc.journal.shared.key() })
    void cache.invalidateQueries({ queryKey: orpc.journal.counts.key() })
  }
  useSubscription('journal_shares', invalidate)
  useSubscription('journal_publications', invalidate)
}
