import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** Returns a function that refetches all queries of the journal. */
export function useInvalidateJournal() {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: orpc.journal.key() }), [cache])
}

/** Returns a function that caches an entry from the server, and refetches the lists of the journal. */
export function useCacheEntry() {
  const cache = useQueryClient()
  const changed = useInvalidateJournal()
  return (entry: JournalEntryDetail) => {
    cache.setQueryData(orpc.journal.get.queryKey({ input: { id: entry.id } }), entry)
    void changed()
  }
}

/** Refetches the journal when an entry or its sharing changes, or when a therapist opens an entry or replies. */
export function useJournalSubscriptions() {
  const changed = useInvalidateJournal()
  const invalidate = () => void changed()
  useSubscription('journal_entries', invalidate)
  useSubscription('journal_publications', invalidate)
  useSubscription('journal_shares', invalidate)
  useSubscription('journal_replies', invalidate)
  useSubscription('accesses', invalidate)
}
