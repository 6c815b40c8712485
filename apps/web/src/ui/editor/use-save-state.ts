import { useSyncExternalStore } from 'react'
import { draftPersistence } from '../../platform/autosave/saved-value.draft.ts'
import { useOnline } from '../../platform/offline/use-online.ts'

/**
 * The saving state of an editor's newest values. `onDevice`: stored in this browser until there is a connection. `pageOnly`: only in memory,
 * because this browser cannot store it. `conflict`: another version was saved elsewhere. `unreadable`: the text of a field is invalid. `refused`: the
 * last save failed.
 */
export type SaveState = 'saved' | 'saving' | 'onDevice' | 'pageOnly' | 'conflict' | 'unreadable' | 'refused'

type Editor = {
  isSaved: boolean
  /** Whether a save is due or running. False while a save is slow and after a save has failed. */
  isSaving: boolean
  /** The reason why the person must act before the value can be saved. */
  problem?: 'conflict' | 'unreadable' | 'refused' | false
}

/** Returns the saving state of an editor. A `problem` takes precedence over all other states. */
export function useSaveState({ isSaved, isSaving, problem }: Editor): SaveState {
  const isOnline = useOnline()
  const isStored = useSyncExternalStore(draftPersistence.subscribe, draftPersistence.get)
  if (problem) return problem
  if (isSaved) return 'saved'
  // If the page is closed now, even a save that is due soon is lost.
  if (!isStored) return 'pageOnly'
  return isSaving && isOnline ? 'saving' : 'onDevice'
}
