import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { discardWaiting } from '../../../../platform/outgoing/outgoing-changes.ts'
import { saveEntryNowOrLater, type UnsentEntry } from '../waiting-entries.ts'
import { useInvalidateJournal } from '../use-live-journal.ts'
import {
  entryDraftName,
  emptyEntry,
  newEntryDraftName,
  entryProblem,
  extendsEntry,
  sameEntryContent,
  entryInputOf,
} from './content.ts'

/**
 * The result of a save that the person asked for: the entry that the server has now, `kept` if the entry is stored on
 * this device and will be sent later, or null if it was not saved; the editor then shows why.
 */
export type SaveResult = JournalEntryDetail | 'kept' | null

/**
 * Stores the edited entry as a draft on this device until the entry is saved. Each save contains the version on which
 * the text is based, and the server refuses a save based on an old version. Without a connection, a save is stored on
 * this device and sent later. `useEntryAutosave` decides when the entry is saved.
 * @param entry the entry from the server; null for a new entry that the server does not have
 * @param waiting the entry as it was saved without a connection, if this save was not sent yet or was refused
 */
export function useEntryEditor(
  entry: JournalEntryDetail | null,
  onSaved: (entry: { id: string }) => void,
  waiting?: UnsentEntry,
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
  const isOpen = useIsMounted()

  /**
   * Notes that the server has what was sent, and keeps text that was typed since. The editor keeps the sent text and not
   * the server's, which has no space at the end of a title, because its author may be about to type the next word.
   */
  const acceptSaved = (saved: JournalEntryDetail, sent: JournalEntryInput) => {
    const now = latest.current
    const { version } = saved
    now.sent({ ...sent, version }, { ...now.value, version }, entryDraftName(saved.id))
    cache.setQueryData(orpc.journal.get.queryKey({ input: { id: saved.id } }), saved)
    if (waiting) void discardWaiting(waiting)
    void changed()
    if (isOpen.current) onSaved(saved)
  }
  const save = useMutation({
    mutationFn: (written: JournalEntryInput) => saveEntryNowOrLater(written),
    onSuccess: (saved, sent) => {
      if (saved) return acceptSaved(saved, sent)
      // Without a connection, there is no answer. The entry is stored on this device and will be sent later.
      const now = latest.current
      now.sent(sent, now.value, entryDraftName(sent.id))
      if (isOpen.current) onSaved(sent)
    },
    onError: (error, sent) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const other = error.data as JournalEntryDetail
      // If the response to an earlier save was lost, the server already has this text, so there is no conflict.
      const theirText = entryInputOf(other)
      const mine = latest.current.value
      if (sameEntryContent(theirText, { ...sent, title: sent.title.trim() })) acceptSaved(other, sent)
      // An earlier save of this text, for example one without a connection, arrived later. Replacing it loses nothing.
      else if (extendsEntry(mine, theirText)) latest.current.change({ ...mine, version: other.version })
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

  const running = useRef<Promise<unknown> | null>(null)
  const send = async (written: JournalEntryInput): Promise<SaveResult> => {
    const sending = save.mutateAsync(written)
    running.current = sending
    return sending.then(
      (saved) => saved ?? 'kept',
      () => null,
    )
  }
  const saveNow = async ({ evenIfSaved = false } = {}): Promise<SaveResult> => {
    await running.current?.catch(() => {})
    const { value, dirty } = latest.current
    const found = entryProblem(value)
    setProblem(found)
    if (found) return null
    if (!dirty && waiting && !waiting.refused) return 'kept'
    const known = cache.getQueryData<JournalEntryDetail>(orpc.journal.get.queryKey({ input: { id: value.id } }))
    // The version is the one that this editor shows. Another device may have saved a newer one.
    return dirty || waiting || evenIfSaved || !known ? send(value) : { ...known, version: value.version }
  }
  const refusal = save.error instanceof ORPCError ? save.error.code : (waiting?.refused ?? null)
  return {
    draft,
    written: draft.value,
    change: (next: Partial<JournalEntryInput>) => {
      setProblem(null)
      draft.change({ ...latest.current.value, ...next })
    },
    /** Saves the text at once. Shows why if the text cannot be saved [5.06]. `evenIfSaved` also sends a text that does not differ from the saved one. */
    saveNow,
    /** Saves the text without a message if it is empty or too long. */
    autosave: () => {
      if (!save.isPending && entryProblem(latest.current.value) === null) void send(latest.current.value)
    },
    /**
     * Whether the text differs from the saved one and a save could succeed. A refused text is not sent again, unless it
     * was refused when it was sent late; then the editor shows the other version.
     */
    isDue:
      (draft.dirty || waiting?.refused === 'CHANGED') &&
      !theirs &&
      !save.isPending &&
      !(save.isError && save.variables === draft.value),
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
      void send(mine)
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
      void send(mine)
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

/** Returns whether the component is mounted, for answers that arrive after the editor was closed. */
function useIsMounted() {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

export type EntryEditing = ReturnType<typeof useEntryEditor>
