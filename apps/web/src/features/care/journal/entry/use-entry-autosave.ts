import { useEffect, useLayoutEffect, useRef } from 'react'
import { AutosaveTimer } from '../../../../platform/autosave/autosave-timer.ts'
import { isRetryable, isStorageError } from '../../../../platform/api/errors.ts'
import { entryProblem } from './content.ts'
import type { EntryEditing, SaveResult } from './use-entry-editor.ts'

/** Saves the entry that is open in the editor. Null while no editor is open. */
let saveOpenEntry: (() => Promise<SaveResult>) | null = null
const longestWait = 1_500

/**
 * Saves the open entry, if there is one, before another entry takes its place. Waits for a slow connection no longer
 * than 1.5 seconds; the text stays on this device meanwhile.
 */
export async function settleOpenEntry(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longestWait))
  await Promise.race([saveOpenEntry?.(), late])
}

/**
 * Saves the working copy of an entry shortly after the last change, and when the editor closes. This publishes nothing
 * for therapists.
 * @param waits whether the text contains an image whose upload has not begun, so that the entry cannot be saved yet
 */
export function useEntryAutosave(entryEditor: EntryEditing, waits: boolean): void {
  const { written, failure, isDue } = entryEditor
  const due = isDue && !waits && entryProblem(written) === null
  const latest = useRef({ entryEditor, due })
  useLayoutEffect(() => {
    latest.current = { entryEditor, due }
  })
  const timer = useRef<AutosaveTimer | null>(null)
  useEffect(() => {
    const own = new AutosaveTimer(() => latest.current.entryEditor.autosave())
    timer.current = own
    saveOpenEntry = async () => (latest.current.due ? latest.current.entryEditor.saveNow() : null)
    return () => {
      saveOpenEntry = null
      own.cancel()
      if (latest.current.due) latest.current.entryEditor.autosave()
    }
  }, [])
  useEffect(() => {
    if (due) timer.current?.schedule()
    else timer.current?.cancel()
  }, [due, written])
  useEffect(() => {
    if (failure === null) timer.current?.resetRetries()
    else if (isRetryable(failure) || isStorageError(failure))
      timer.current?.retryLater(() => latest.current.entryEditor.draft.dirty)
  }, [failure])
}
