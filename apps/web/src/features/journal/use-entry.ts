import type { Entry, Written } from '@attune/contract/features/journal'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { api, query } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useJournalChanged } from './live.ts'
import { nameOf, newEntry, newName, problemOf, sameWords, writtenOf } from './written.ts'

/**
 * The state of an entry in the editor. Text is kept on this device until it is saved. A save names the version that it
 * is based on, so that two devices never overwrite each other.
 * @param entry the entry from the server; null for one that was never saved
 */
export function useEntry(entry: Entry | null, onSaved: (entry: Entry) => void) {
  const cache = useQueryClient()
  const changed = useJournalChanged()
  const draft = useDraft<Written>(entry ? nameOf(entry.id) : newName, () =>
    entry ? writtenOf(entry) : newEntry(new Date()),
  )
  const [theirs, setTheirs] = useState<Entry | null>(null)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null)
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  })

  /** Takes over the saved entry. Text typed since then stays unsaved. */
  const acceptSaved = (saved: Entry, sent: Written) => {
    const now = latest.current
    const savedContent = writtenOf(saved)
    const rest = sameWords(now.value, sent) ? savedContent : { ...now.value, version: saved.version }
    now.sent(savedContent, rest, nameOf(saved.id))
    cache.setQueryData(query.journal.get.queryKey({ input: { id: saved.id } }), saved)
    void changed()
    onSaved(saved)
  }
  const save = useMutation({
    mutationFn: (written: Written) => api.journal.save(written),
    onSuccess: acceptSaved,
    onError: (error, sent) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const other = error.data as Entry
      // The answer to an earlier save was lost, and the server already has our text.
      if (sameWords(writtenOf(other), { ...sent, title: sent.title.trim() })) acceptSaved(other, sent)
      else setTheirs(other)
    },
  })

  // Takes over a version from another device if nothing is unsaved here.
  const acceptRemote = useEffectEvent((saved: Entry) => {
    if (!draft.dirty && !save.isPending && saved.version > draft.value.version) draft.forget(writtenOf(saved))
  })
  useEffect(() => {
    if (entry) acceptRemote(entry)
  }, [entry])

  const send = (written: Written) => {
    const found = problemOf(written)
    setProblem(found)
    if (!found && !save.isPending) save.mutate(written)
  }
  return {
    draft,
    written: draft.value,
    change: (next: Partial<Written>) => {
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
      draft.forget(writtenOf(theirs))
      cache.setQueryData(query.journal.get.queryKey({ input: { id: theirs.id } }), theirs)
      setTheirs(null)
      save.reset()
    },
  }
}

export type Writing = ReturnType<typeof useEntry>
