import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, orpc } from '../../../platform/api/api.ts'
import { useStore } from '../../../platform/create-store.ts'
import { sendNowOrLater, useWaitingChange } from '../../../platform/outgoing/outgoing-changes.ts'
import { onSent, pendingChanges, type PendingChange } from '../../../platform/outgoing/outgoing-state.ts'
import { entryDraftName } from './entry/content.ts'

/**
 * An entry that was saved without a connection. This device stores the entry until the server accepts it, even if the
 * server has refused it once.
 */
export type UnsentEntry = PendingChange & { input: JournalEntryInput }

const isEntry = (change: PendingChange): change is UnsentEntry => String(change.path) === 'journal,save'

/**
 * Saves an entry. Without a connection, stores the entry on this device and sends it later. An earlier stored save of
 * the same entry is replaced.
 */
export const saveEntryNowOrLater = (input: JournalEntryInput) =>
  sendNowOrLater({ path: ['journal', 'save'], input, thing: entryDraftName(input.id), replaces: true }, (options) =>
    api.journal.save(input, options),
  )

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
 * Returns an entry as it was saved without a connection; undefined if there is no such save. Once the server accepts
 * the entry, the hook caches the server's answer.
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
