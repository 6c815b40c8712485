import type { JournalEntryId } from '@attune/contract/common/ids'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { isRetryable, isStorageError, refusalData } from '../../../../platform/api/errors.ts'
import { ChangedElsewhereError, type SavedValueOptions } from '../../../../platform/autosave/saved-value.ts'
import { useSavedValue } from '../../../../platform/autosave/use-saved-value.ts'
import { discardWaiting, sendNowOrLater } from '../../../../platform/outgoing/outgoing-changes.ts'
import { waitingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import type { UnsentEntry } from '../waiting-entries.ts'
import { useCacheEntry } from '../use-live-journal.ts'
import {
  emptyEntry,
  entryDraftName,
  entryInputOf,
  entryProblem,
  extendsEntry,
  newEntryDraftName,
  savedEntryOf,
  type EntryContent,
} from './content.ts'

/**
 * The result of a save that the person asked for: the version that the server has now, `kept` if the entry is stored on
 * this device and will be sent later, or null if it was not saved; the editor then shows why.
 */
export type SaveResult = { id: JournalEntryId; version: number } | 'kept' | null

type Props = {
  entry: JournalEntryDetail | null
  waiting: UnsentEntry | undefined
  onSaved: (entry: { id: JournalEntryId }) => void
}

/**
 * Returns an entry with autosave. Each save contains the version on which the text is based, and the server refuses a save based on an old version.
 * Without a connection, a save is stored on this device and sent later.
 */
export function useSavedEntry({ entry, waiting, onSaved }: Props) {
  const isOpen = useIsMounted()
  const [first] = useState(() => emptyEntry(new Date()))
  const saved = useMemo(() => {
    const input = waiting?.input ?? (entry ? entryInputOf(entry) : first)
    return savedEntryOf(input, entry?.updatedAt ?? input.writtenAt)
  }, [entry, waiting, first])
  const own = useOwnWaiting(waiting)
  const { send, resultOf, refusedFor } = useSendEntry(own)
  const waitsForFiles = useRef(false)
  const isSendable = (value: EntryContent) => !waitsForFiles.current && entryProblem(value) === null
  const state = useSavedValue(
    {
      ...entryOptions,
      // The names must not change, because devices have drafts of earlier builds with these names.
      name: entry || waiting ? entryDraftName(saved.value.id) : newEntryDraftName,
      isSendable,
      send,
      onSaved: ({ value }) => isOpen.current && onSaved(value),
    },
    saved,
  )
  const { savedValue } = state
  return {
    ...state,
    own,
    refusedFor,
    /** Saves the text at once. */
    saveNow: (how: { evenIfSaved: boolean }) =>
      resultOf(async () => {
        const isSaved = await savedValue.saveNow(how)
        // Returns the version that this editor shows, because another device may have saved a newer one.
        return isSaved ? { id: savedValue.state().value.id, version: savedValue.version } : null
      }),
    /** Sets whether the upload of an image in the text has not begun, so that the entry cannot be saved yet. */
    setWaitsForFiles: (waits: boolean) => {
      waitsForFiles.current = waits
    },
    /** Whether the fields can be sent as they are. */
    isSendable: () => isSendable(savedValue.state().value),
  }
}

const entryOptions = {
  field: null,
  savedName: ({ id }) => entryDraftName(id),
  // The server trims titles.
  sentPart: (value) => ({ ...value, title: value.title.trim() }),
  continues: extendsEntry,
  isFinal: (error) => !isRetryable(error) && !isStorageError(error),
} satisfies Partial<SavedValueOptions<EntryContent>>

/**
 * Saves an entry. Without a connection, stores the entry on this device and sends it later. An earlier stored save of
 * the same entry is replaced.
 */
const saveNowOrLater = (input: JournalEntryInput) =>
  sendNowOrLater({ path: ['journal', 'save'], input, thing: entryDraftName(input.id), replaces: true }, (options) =>
    api.journal.save(input, options),
  )

/** Returns the function that sends an entry, and functions that return the results of the last save. */
function useSendEntry(own: ReturnType<typeof useOwnWaiting>) {
  const cacheEntry = useCacheEntry()
  const result = useRef<SaveResult>(null)
  const foundElsewhere = useRef<JournalEntryDetail | null>(null)
  const send: SavedValueOptions<EntryContent>['send'] = async (value, version) => {
    result.current = null
    try {
      const answer = await saveNowOrLater({ ...value, version })
      result.current = answer ?? 'kept'
      if (!answer) {
        own.add(value.id)
        return { version, updatedAt: null }
      }
      cacheEntry(answer)
      own.discard(value.id)
      return answer
    } catch (error) {
      const other = refusalData<JournalEntryDetail>(error, 'CHANGED')
      if (!other) throw error
      foundElsewhere.current = other
      throw new ChangedElsewhereError(savedEntryOf(entryInputOf(other), other.updatedAt), error)
    }
  }
  return {
    send,
    /** Runs `save` and returns the result of its request. Returns the result of `save` itself if it sent no request. */
    resultOf: async (save: () => Promise<SaveResult>): Promise<SaveResult> => {
      result.current = null
      const without = await save()
      return result.current ?? without
    },
    /** Returns the entry from the response to a refused save if it has this version; otherwise undefined. */
    refusedFor: (version: number) => (foundElsewhere.current?.version === version ? foundElsewhere.current : undefined),
  }
}

/**
 * Returns functions for the waiting saves of an entry whose text this editor shows or has stored. A waiting save of another tab may contain a text
 * that this editor does not have, and is not discarded.
 */
function useOwnWaiting(waiting: UnsentEntry | undefined) {
  const [numbers] = useState(() => new Set(waiting ? [waiting.number] : []))
  return {
    has: (change: UnsentEntry) => numbers.has(change.number),
    add(id: JournalEntryId) {
      const change = waitingChange(entryDraftName(id))
      if (change) numbers.add(change.number)
    },
    discard(id: JournalEntryId) {
      const change = waitingChange(entryDraftName(id))
      if (change && numbers.has(change.number)) void discardWaiting(change)
    },
  }
}

/** Returns a ref that is true while the component is mounted. Responses may arrive after the editor was closed. */
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
