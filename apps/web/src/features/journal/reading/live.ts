import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../../../platform/channel.ts'
import { query } from '../../../platform/api.ts'
import { realtime } from '../../../platform/backend/realtime.ts'
import { useLive } from '../../../platform/use-live.ts'

type Listed = { items: { id: string }[]; next: string | null }
type Lists = Listed | InfiniteData<Listed>

/** The ids of entries that are no longer shared; null if the changes contain none. */
export function revokedBy(changes: readonly Change[]): Set<string> | null {
  const ids = changes.filter(({ event }) => event === 'DELETE').map(({ keys }) => String(keys['entry_id']))
  return ids.length > 0 ? new Set(ids) : null
}

/** Removes entries from every cached list, before the server is asked again. */
export function dropFromLists(cache: QueryClient, gone: ReadonlySet<string>) {
  const without = (list: Listed): Listed => ({ ...list, items: list.items.filter(({ id }) => !gone.has(id)) })
  cache.setQueriesData<Lists>({ queryKey: query.journal.shared.key() }, (lists) => {
    if (!lists) return lists
    return 'pages' in lists ? { ...lists, pages: lists.pages.map(without) } : without(lists)
  })
}

const watched = new WeakSet<QueryClient>()

/** Watches revocations while the page is open, so that cached lists are also updated when none is shown. */
function watchRevocations(cache: QueryClient) {
  if (watched.has(cache)) return
  watched.add(cache)
  realtime.subscribe({ table: 'journal_shares' }, (changes) => {
    const gone = revokedBy(changes)
    if (gone) dropFromLists(cache, gone)
  })
}

/** Keeps the lists and counts of shared entries up to date. */
export function useLiveShared() {
  const cache = useQueryClient()
  useEffect(() => watchRevocations(cache), [cache])
  const invalidate = () => {
    void cache.invalidateQueries({ queryKey: query.journal.shared.key() })
    void cache.invalidateQueries({ queryKey: query.journal.counts.key() })
  }
  useLive('journal_shares', invalidate)
  useLive('journal_entries', invalidate)
}
