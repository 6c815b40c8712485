import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { ORPCError } from '@orpc/client'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { draftPersistence } from '../../../../platform/autosave/saved-value.draft.ts'
import type { UnsentEntry } from '../waiting-entries.ts'
import { useCacheEntry } from '../use-live-journal.ts'
import { emptyEntry, entryProblem, sameEntryContent, savedEntryOf, type EntryContent } from './content.ts'
import { useSavedEntry, type SaveResult } from './use-saved-entry.ts'

type SavedEntry = ReturnType<typeof useSavedEntry>

/**
 * Returns the fields of the edited entry with autosave, and functions that change the fields, save them and resolve conflicts.
 * @param entry the entry from the server; null for a new entry that the server does not have
 * @param waiting the entry as it was saved without a connection, if this save was not sent yet or was refused
 */
export function useEntryEditor(
  entry: JournalEntryDetail | null,
  onSaved: (entry: { id: JournalEntryId }) => void,
  waiting?: UnsentEntry,
) {
  const saved = useSavedEntry({ entry, waiting, onSaved })
  const { value, base, phase, savedValue } = saved
  const [problem, setProblem] = useState<ReturnType<typeof entryProblem>>(null)
  const stored = useSyncExternalStore(draftPersistence.subscribe, draftPersistence.get)
  const failure = useFailure(saved)
  const theirs = phase === 'conflict' ? saved.theirs : null
  const isRefusedElsewhere = waiting?.refused === 'CHANGED' && saved.own.has(waiting)
  const refusal = failure instanceof ORPCError ? failure.code : (waiting?.refused ?? null)

  const saveNow = async ({ evenIfSaved = false } = {}): Promise<SaveResult> => {
    const found = entryProblem(savedValue.state().value)
    setProblem(found)
    if (found) return null
    if (!savedValue.isDirty && waiting && !waiting.refused) return 'kept'
    return saved.saveNow({ evenIfSaved: evenIfSaved || waiting !== undefined })
  }
  return {
    draft: { ...draftOf(saved), stored },
    written: { ...value, version: base.version },
    change: (next: Partial<EntryContent>) => {
      setProblem(null)
      savedValue.type({ ...savedValue.state().value, ...next })
    },
    /** Saves the text at once. If it cannot be saved, shows the reason [5.06]. `evenIfSaved` also sends an unchanged text. */
    saveNow,
    /** Saves a text whose last save failed. If the server refused a text that was sent later, shows the version of the other device. */
    resume: () => {
      if (isRefusedElsewhere) void savedValue.saveNow({ evenIfSaved: true })
      else savedValue.resume()
    },
    isRefusedElsewhere,
    setWaitsForFiles: saved.setWaitsForFiles,
    /** Whether the text differs from the saved one and a save could succeed. */
    isDue: () => savedValue.isDirty && !theirs && failure === null && saved.isSendable(),
    saving: saved.isSending,
    failure,
    waiting,
    problem,
    /** The version that another device has saved in the meantime. `keepMine` and `takeTheirs` resolve the conflict. */
    theirs,
    /** Whether the entry was deleted permanently elsewhere. `saveAsNew` and `discard` decide what happens to the text. */
    erased: refusal === 'NOT_FOUND' && base.version > 0,
    ...useDecisions(saved, waiting),
  }
}

/** Returns the state of the draft for its messages: whether it was restored, and another version that another tab has stored. */
function draftOf({ savedValue, isUnsent, phase }: SavedEntry) {
  const dirty = savedValue.isDirty
  return {
    phase,
    dirty,
    restored: isUnsent && dirty,
    other: isUnsent ? savedValue.other() : undefined,
    startOver: () => savedValue.startOver(),
  }
}

/** Returns the functions with which the person decides about a text that cannot be saved as it is. */
function useDecisions({ savedValue, theirs, refusedFor, own }: SavedEntry, waiting: UnsentEntry | undefined) {
  const cacheEntry = useCacheEntry()
  return {
    saveAsNew: () => {
      const { id, writtenAt } = savedValue.state().value
      savedValue.find(savedEntryOf({ ...emptyEntry(new Date()), id }, writtenAt))
      savedValue.keepMine()
    },
    discard: () => {
      own.discard(savedValue.state().value.id)
      savedValue.startOver()
    },
    keepMine: () => savedValue.keepMine(),
    takeTheirs: () => {
      if (!theirs) return
      savedValue.takeTheirs()
      const found = refusedFor(theirs.version)
      if (found) cacheEntry(found)
      // Keeps the waiting save if the person has chosen the version that it contains.
      if (!waiting || !sameEntryContent(waiting.input, theirs.value)) own.discard(theirs.value.id)
    },
  }
}

/** Returns the reason why the last save failed. It stays while the person types, until the next save begins. */
function useFailure({ error, phase, isSending }: SavedEntry): Error | null {
  const [failure, setFailure] = useState<Error | null>(null)
  const next = phase === 'conflict' ? null : (error ?? (isSending || phase === 'saved' ? null : failure))
  if (next !== failure) setFailure(next)
  return next
}

export type EntryEditing = ReturnType<typeof useEntryEditor>

/** Saves the entry that is open in the editor. Null while no editor is open. */
let saveOpenEntry: (() => Promise<SaveResult>) | null = null
const longestWait = 1_500

/**
 * Saves the open entry, if there is one, before another entry takes its place. Waits for a slow connection for at most 1.5 seconds; the text stays on
 * this device in the meantime.
 */
export async function settleOpenEntry(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longestWait))
  await Promise.race([saveOpenEntry?.(), late])
}

/**
 * Saves the open entry before another one opens, and retries the save of an earlier editor. Does not publish the entry to therapists.
 * @param waits whether the text contains an image whose upload has not begun, so that the entry cannot be saved yet
 */
export function useEntryAutosave(entryEditor: EntryEditing, waits: boolean): void {
  const latest = useRef(entryEditor)
  useLayoutEffect(() => {
    latest.current = entryEditor
    entryEditor.setWaitsForFiles(waits)
  })
  useEffect(() => {
    saveOpenEntry = async () => (latest.current.isDue() ? latest.current.saveNow() : null)
    return () => {
      saveOpenEntry = null
    }
  }, [])
  const { isRefusedElsewhere } = entryEditor
  useEffect(() => {
    if (!waits) latest.current.resume()
  }, [waits, isRefusedElsewhere])
}
