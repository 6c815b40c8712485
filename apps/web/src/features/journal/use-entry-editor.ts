import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/journal'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { api, orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useInvalidateJournal } from './use-live-journal.ts'
import {
  entryDraftName,
  emptyEntry,
  newEntryDraftName,
  entryProblem,
  sameEntryContent,
  writtenEntry,
} from './entry-content.ts'

/**
 * The state of an entry in the editor. The text is kept on this device until it is saved. Each save names the version
 * on which the text is based, so that two devices never overwrite each other.
 * @param entry the entry from the server; null for a new entry that was never saved
 */
export function useEntryEditor(entry: JournalEntryDetail | null, onSaved: (entry: JournalEntryDetail) => void) {
  const cache = useQueryClient()
  const changed = useInvalidateJournal()
  const draft = useDraft<JournalEntryInput>(entry ? entryDraftName(entry.id) : newEntryDraftName, () =>
    entry ? writtenEntry(entry) : emptyEntry(new Date()),
  )
  const [theirs, setTheirs] = useState<JournalEntryDetail | null>(null)
  const [problem, setProblem] = useState<ReturnType<typeof entryProblem>>(null)
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  })

  /** Adopts the saved entry. Text that was typed after the save started stays unsaved. */
  const acceptSaved = (saved: JournalEntryDetail, sent: JournalEntryInput) => {
    const now = latest.current
    const savedContent = writtenEntry(saved)
    const rest = sameEntryContent(now.value, sent) ? savedContent : { ...now.value, version: saved.version }
    now.sent(savedContent, rest, entryDraftName(saved.id))
    cache.setQueryData(orpc.journal.get.queryKey({ input: { id: saved.id } }), saved)
    void changed()
    onSaved(saved)
  }
  const save = useMutation({
    mutationFn: (written: JournalEntryInput) => api.journal.save(written),
    onSuccess: acceptSaved,
    onError: (error, sent) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const other = error.data as JournalEntryDetail
      // If the response to an earlier save was lost, the server already has this text, so there is no conflict.
      if (sameEntryContent(writtenEntry(other), { ...sent, title: sent.title.trim() })) acceptSaved(other, sent)
      else setTheirs(other)
    },
  })

  // Adopts a newer version from another device if this device has no unsaved text.
  const acceptRemote = useEffectEvent((saved: JournalEntryDetail) => {
    if (!draft.dirty && !save.isPending && saved.version > draft.value.version) draft.forget(writtenEntry(saved))
  })
  useEffect(() => {
    if (entry) acceptRemote(entry)
  }, [entry])

  const send = (written: JournalEntryInput) => {
    const found = entryProblem(written)
    setProblem(found)
    if (!found && !save.isPending) save.mutate(written)
  }
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
    problem,
    /** The version that another device saved meanwhile; `keepMine` and `takeTheirs` resolve the conflict. */
    theirs,
    keepMine: () => {
      if (!theirs) return
      const mine = { ...draft.value, version: theirs.version }
      setTheirs(null)
      draft.change(mine)
      send(mine)
    },
    takeTheirs: () => {
      if (!theirs) return
      draft.forget(writtenEntry(theirs))
      cache.setQueryData(orpc.journal.get.queryKey({ input: { id: theirs.id } }), theirs)
      setTheirs(null)
      save.reset()
    },
  }
}

export type EntryEditing = ReturnType<typeof useEntryEditor>
