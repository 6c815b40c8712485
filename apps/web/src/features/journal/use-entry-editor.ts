import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/journal'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { discardWaiting } from '../../platform/outgoing-changes.ts'
import { saveEntryNowOrLater, type WaitingEntry } from './waiting-entries.ts'
import { useInvalidateJournal } from './use-live-journal.ts'
import {
  entryDraftName,
  emptyEntry,
  newEntryDraftName,
  entryProblem,
  sameEntryContent,
  entryInputOf,
} from './entry-content.ts'

/**
 * Stores the edited entry as a draft on this device until the entry is saved. Each save contains the version on which
 * the text is based, and the server refuses a save based on an old version. Without a connection, a save is stored on
 * this device and sent later.
 * @param entry the entry from the server; null for a new entry that the server does not have
 * @param waiting the entry as it was saved without a connection, if this save was not sent yet or was refused
 */
export function useEntryEditor(
  entry: JournalEntryDetail | null,
  onSaved: (entry: { id: string }) => void,
  waiting?: WaitingEntry,
) {
  const cache = useQueryClient()
  const changed = useInvalidateJournal()
  const [first] = useState(() => waiting?.input ?? (entry ? entryInputOf(entry) : emptyEntry(new Date())))
  const draft = useDraft<JournalEntryInput>(
    entry || waiting ? entryDraftName(first.id) : newEntryDraftName,
    () => first,
  )
  const [theirs, setTheirs] = useState<JournalEntryDetail | null>(null)
  const [problem, setProblem] = useState<ReturnType<typeof entryProblem>>(null)
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  })

  /** Replaces the draft by the saved entry, but keeps text that was typed after the save started. */
  const acceptSaved = (saved: JournalEntryDetail, sent: JournalEntryInput) => {
    const now = latest.current
    const savedContent = entryInputOf(saved)
    const rest = sameEntryContent(now.value, sent) ? savedContent : { ...now.value, version: saved.version }
    now.sent(savedContent, rest, entryDraftName(saved.id))
    cache.setQueryData(orpc.journal.get.queryKey({ input: { id: saved.id } }), saved)
    if (waiting) void discardWaiting(waiting)
    void changed()
    onSaved(saved)
  }
  const save = useMutation({
    mutationFn: (written: JournalEntryInput) => saveEntryNowOrLater(written),
    onSuccess: (saved, sent) => {
      if (saved) return acceptSaved(saved, sent)
      // Without a connection, there is no answer. The entry is stored on this device and will be sent later.
      const now = latest.current
      now.sent(sent, now.value, entryDraftName(sent.id))
      onSaved(sent)
    },
    onError: (error, sent) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const other = error.data as JournalEntryDetail
      // If the response to an earlier save was lost, the server already has this text, so there is no conflict.
      if (sameEntryContent(entryInputOf(other), { ...sent, title: sent.title.trim() })) acceptSaved(other, sent)
      else setTheirs(other)
    },
  })

  // Replaces the draft by a newer version from another device if this device has no unsaved text.
  const acceptRemote = useEffectEvent((saved: JournalEntryDetail) => {
    if (waiting || draft.dirty || save.isPending || saved.version <= draft.value.version) return
    draft.forget(entryInputOf(saved))
  })
  const waits = waiting !== undefined
  useEffect(() => {
    if (entry) acceptRemote(entry)
  }, [entry, waits])

  const send = (written: JournalEntryInput) => {
    const found = entryProblem(written)
    setProblem(found)
    if (!found && !save.isPending) save.mutate(written)
  }
  const refusal = save.error instanceof ORPCError ? save.error.code : (waiting?.refused ?? null)
  return {
    draft,
    written: draft.value,
    change: (next: Partial<JournalEntryInput>) => {
      setProblem(null)
      draft.change({ ...latest.current.value, ...next })
    },
    save: () => send(draft.value),
    saving: save.isPending,
    failure: theirs ? null : save.error,
    waiting,
    problem,
    /** The version that another device has saved in the meantime. `keepMine` and `takeTheirs` resolve the conflict. */
    theirs,
    /** Whether the entry was deleted permanently elsewhere. `saveAsNew` and `discard` decide what happens to the text. */
    erased: refusal === 'NOT_FOUND' && draft.value.version > 0,
    saveAsNew: () => {
      const mine = { ...draft.value, version: 0 }
      draft.change(mine)
      send(mine)
    },
    discard: () => {
      draft.forget(first)
      if (waiting) void discardWaiting(waiting)
    },
    keepMine: () => {
      if (!theirs) return
      const mine = { ...draft.value, version: theirs.version }
      setTheirs(null)
      draft.change(mine)
      send(mine)
    },
    takeTheirs: () => {
      if (!theirs) return
      draft.forget(entryInputOf(theirs))
      if (waiting) void discardWaiting(waiting)
      cache.setQueryData(orpc.journal.get.queryKey({ input: { id: theirs.id } }), theirs)
      setTheirs(null)
      save.reset()
    },
  }
}

export type EntryEditing = ReturnType<typeof useEntryEditor>
