import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../../../platform/channel.ts'
import { query } from '../../../platform/api.ts'
import { realtime } from '../../../platform/backend/realtime.ts'
import { useLive } from '../../../platform/use-live.ts'

type Listed = { items: { id: string }[]; next: string | null }
type Lists = Listed | InfiniteData<Listed>

/** The entries that are no longer shared; null where none of these changes says so. */
export function revokedBy(changes: readonly Change[]): Set<string> | null {
  const ids = changes.filter(({ event }) => event === 'DELETE').map(({ keys }) => String(keys['entry_id']))
  return ids.length > 0 ? new Set(ids) : null
}

/** Takes entries out of every list in memory, before the server is asked again. */
export function dropFromLists(cache: QueryClient, gone: ReadonlySet<string>) {
  const without = (list: Listed): Listed => ({ ...list, items: list.items.filter(({ id }) => !gone.has(id)) })
  cache.setQueriesData<Lists>({ queryKey: query.journal.shared.key() }, (lists) => {
    if (!lists) return lists
    return 'pages' in lists ? { ...lists, pages: lists.pages.map(without) } : without(lists)
  })
}

const watched = new WeakSet<QueryClient>()

/** Follows revocations for as long as the page stands: what lies in memory goes too while nobody looks at a list. */
function watchRevocations(cache: QueryClient) {
  if (watched.has(cache)) return
  watched.add(cache)
  realtime.subscribe({ table: 'journal_shares' }, (changes) => {
    const gone = revokedBy(changes)
    if (gone) dropFromLists(cache, gone)
  })
}

/** Keeps the lists and the count of what clients share as they are now. */
export function useLiveShared() {
  const cache = useQueryClient()
  useEffect(() => watchRevocations(cache), [cache])
  const anew = () => {
    void cache.invalidateQueries({ queryKey: query.journal.shared.key() })
    void cache.invalidateQueries({ queryKey: query.journal.counts.key() })
  }
  useLive('journal_shares', anew)
  useLive('journal_entries', anew)
}
