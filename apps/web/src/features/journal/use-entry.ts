import type { Entry, Written } from '@attune/contract/features/journal'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { api, query } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useJournalChanged } from './live.ts'
import { nameOf, newEntry, newName, problemOf, sameWords, writtenOf } from './written.ts'

/**
 * An entry that is being written. Every word lies on this device until it is saved; what is saved names the version that
 * it was written on, so that two devices never overwrite each other.
 * @param entry as the server says; null for one that was never saved
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

  /** What the server has now; words typed since stay unsaved. */
  const stand = (saved: Entry, sent: Written) => {
    const now = latest.current
    const stands = writtenOf(saved)
    const rest = sameWords(now.value, sent) ? stands : { ...now.value, version: saved.version }
    now.sent(stands, rest, nameOf(saved.id))
    cache.setQueryData(query.journal.get.queryKey({ input: { id: saved.id } }), saved)
    void changed()
    onSaved(saved)
  }
  const save = useMutation({
    mutationFn: (written: Written) => api.journal.save(written),
    onSuccess: stand,
    onError: (error, sent) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const other = error.data as Entry
      // The answer to an earlier save was lost on its way: what stands there is ours.
      if (sameWords(writtenOf(other), { ...sent, title: sent.title.trim() })) stand(other, sent)
      else setTheirs(other)
    },
  })

  // Saved on another device, while nothing is being written here.
  const follow = useEffectEvent((saved: Entry) => {
    if (!draft.dirty && !save.isPending && saved.version > draft.value.version) draft.forget(writtenOf(saved))
  })
  useEffect(() => {
    if (entry) follow(entry)
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
    /** What another device saved in between, and the two ways on. */
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
