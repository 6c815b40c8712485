import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../../../platform/api/api.ts'
import { useStore } from '../../../platform/create-store.ts'
import { useWaitingChange } from '../../../platform/outgoing/outgoing-changes.ts'
import { onSent, pendingChanges, type PendingChange } from '../../../platform/outgoing/outgoing-state.ts'
import { entryDraftName } from './entry/content.ts'

/**
 * An entry that was saved without a connection. This device stores the entry until the server accepts it, even if the
 * server has refused it once.
 */
export type UnsentEntry = PendingChange & { input: JournalEntryInput }

const isEntry = (change: PendingChange): change is UnsentEntry => String(change.path) === 'journal,save'

/** Returns the entries that were saved without a connection and are not on the server yet, the latest first. */
export function useWaitingEntries(): UnsentEntry[] {
  const latest = new Map(
    useStore(pendingChanges)
      .filter(isEntry)
      .map((entry) => [entry.thing, entry]),
  )
  return [...latest.values()].reverse()
}

/**
 * Returns the unsent version of an entry that was saved without a connection; undefined if there is none. Once the server accepts the entry, the
 * hook caches the server's response.
 */
export function useWaitingEntry(id: JournalEntryId | null): UnsentEntry | undefined {
  const cache = useQueryClient()
  const thing = entryDraftName(id ?? '')
  useEffect(
    () =>
      onSent((change, answer) => {
        if (change.thing !== thing) return
        const entry = answer as JournalEntryDetail
        cache.setQueryData(orpc.journal.get.queryKey({ input: { id: entry.id } }), entry)
      }),
    [cache, thing],
  )
  return useWaitingChange(thing) as UnsentEntry | undefined
}
