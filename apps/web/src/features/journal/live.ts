import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

/** Reads again what is shown of the journal. */
export function useJournalChanged() {
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: query.journal.key() }), [cache])
}

/** Another device wrote, somebody looked or answered: what is shown follows. */
export function useLiveJournal() {
  const changed = useJournalChanged()
  const hear = () => void changed()
  useLive('journal_entries', hear)
  useLive('journal_shares', hear)
  useLive('journal_replies', hear)
  useLive('accesses', hear)
}
