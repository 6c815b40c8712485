import { useEffect, useState, useSyncExternalStore } from 'react'
import { registerUnsaved } from '../draft/unsaved.ts'
import type { SavedText } from './autosave-types.ts'
import { draftPersistence } from './autosave-draft.ts'
import { AutosavedText } from './autosaved-text.ts'

/** The texts that are shown or unsaved, by name. A page that is opened again continues with its text from this map. */
const open = new Map<string, AutosavedText>()

function removeIdle() {
  for (const [name, writing] of open) if (writing.idle) open.delete(name)
}

type Ways = Omit<ConstructorParameters<typeof AutosavedText>[0], 'name'>

/**
 * Returns a text with autosave.
 * @param name the name of the text on this device; contains ids only
 * @param saved the server's version; a newer version replaces the shown text or causes a conflict
 */
export function useAutosave(name: string, saved: SavedText, ways: Ways) {
  const [writing] = useState(() => {
    removeIdle()
    const found = open.get(name) ?? new AutosavedText({ ...ways, name }, saved)
    open.set(name, found)
    return found
  })
  const look = useSyncExternalStore(writing.subscribe, writing.state)
  const { text, version, updatedAt } = saved
  useEffect(() => writing.receive({ text, version, updatedAt }), [writing, text, version, updatedAt])
  useEffect(() => () => writing.flush(), [writing])
  // Registers the unsaved text, because signing out deletes it. A reload restores it from this device.
  const unsaved = look.phase !== 'saved'
  useEffect(() => (unsaved ? registerUnsaved() : undefined), [unsaved])
  useEffect(() => {
    if (!unsaved) return
    // If the browser cannot store drafts, closing the page would lose the text, so the browser asks for confirmation.
    const ask = (event: BeforeUnloadEvent) => !draftPersistence.get() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { ...look, writing }
}

/**
 * Returns the current content of a text that is shown or unsaved, including unsaved changes. Returns undefined if no
 * such text has this name.
 */
export const openTextContent = (name: string): string | undefined => open.get(name)?.state().text
