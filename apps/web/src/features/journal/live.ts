import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Reloads everything that is shown of the journal. */
export function useJournalChanged() {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: query.journal.key() }), [cache])
}

/** Reloads the journal when another device writes, or when a therapist reads or replies. */
export function useLiveJournal() {
  const changed = useJournalChanged()
  const invalidate = () => void changed()
  useLive('journal_entries', invalidate)
  useLive('journal_shares', invalidate)
  useLive('journal_replies', invalidate)
  useLive('accesses', invalidate)
}
