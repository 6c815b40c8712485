import { openValueOf, useSavedValue } from './use-saved-value.ts'
import type { AutosaveOptions, AutosaveState, SavedText } from './autosave-types.ts'
import { textOptions } from './text-options.ts'

/**
 * Returns a text with autosave.
 * @param name the name of the text on this device; contains ids only
 * @param saved the server's version; a newer version replaces the shown text or causes a conflict
 */
export function useAutosave(name: string, saved: SavedText, options: Omit<AutosaveOptions, 'name'>) {
  const { text, version, updatedAt } = saved
  const shown = useSavedValue(textOptions({ ...options, name }), { value: text, version, updatedAt })
  const { value, phase, base, restored, theirs, setAsideValues, savedValue } = shown
  const state: AutosaveState = {
    text: value,
    phase,
    savedAt: base.updatedAt,
    restored,
    theirs: theirs?.value ?? null,
    setAsideTexts: setAsideValues,
  }
  return { ...state, autosave: savedValue }
}

/**
 * Returns the current content of a text that is shown or unsaved, including unsaved changes. Returns undefined if no
 * such text has this name.
 */
export const openTextContent = (name: string) => openValueOf(name) as string | undefined
