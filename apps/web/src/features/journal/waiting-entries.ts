import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/journal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, orpc } from '../../platform/api.ts'
import { useStore } from '../../platform/create-store.ts'
import { sendNowOrLater, useWaitingChange } from '../../platform/outgoing-changes.ts'
import { onSent, waitingChanges, type WaitingChange } from '../../platform/outgoing-state.ts'
import { entryDraftName } from './entry-content.ts'

/** An entry that was saved without a connection and waits on this device, or that the server then refused. */
export type WaitingEntry = WaitingChange & { input: JournalEntryInput }

const isEntry = (change: WaitingChange): change is WaitingEntry => String(change.path) === 'journal,save'

/** Saves an entry, or without a connection as soon as there is one. Replaces an earlier save of the entry that waits. */
export const saveEntryNowOrLater = (input: JournalEntryInput) =>
  sendNowOrLater({ path: ['journal', 'save'], input, thing: entryDraftName(input.id), replaces: true }, (options) =>
    api.journal.save(input, options),
  )

/** The entries that wait on this device, latest first. */
export function useWaitingEntries(): WaitingEntry[] {
  const latest = new Map(
    useStore(waitingChanges)
      .filter(isEntry)
      .map((entry) => [entry.thing, entry]),
  )
  return [...latest.values()].reverse()
}

/** An entry as it waits on this device; undefined if it does not wait. Shows the server's answer when it was sent. */
export function useWaitingEntry(id: string | null): WaitingEntry | undefined {
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
  return useWaitingChange(thing) as WaitingEntry | undefined
}
