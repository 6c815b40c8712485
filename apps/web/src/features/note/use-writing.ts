import { useEffect, useState, useSyncExternalStore } from 'react'
import { holdUnsaved } from '../../platform/unsaved.ts'
import type { Saved } from './shapes.ts'
import { stored } from './kept.ts'
import { Writing } from './writing.ts'

/** Open or unsaved texts by name. A page that is opened again continues with the text it left. */
const open = new Map<string, Writing>()

function removeIdle() {
  for (const [name, writing] of open) if (writing.idle) open.delete(name)
}

type Ways = Omit<ConstructorParameters<typeof Writing>[0], 'name'>

/**
 * A text with autosave.
 * @param name identifies the text on this device, by ids only
 * @param saved the server's version; a newer one is taken over
 */
export function useWriting(name: string, saved: Saved, ways: Ways) {
  const [writing] = useState(() => {
    removeIdle()
    const found = open.get(name) ?? new Writing({ ...ways, name }, saved)
    open.set(name, found)
    return found
  })
  const look = useSyncExternalStore(writing.subscribe, writing.look)
  const { text, version, updatedAt } = saved
  useEffect(() => writing.hear({ text, version, updatedAt }), [writing, text, version, updatedAt])
  useEffect(() => () => writing.leave(), [writing])
  // Unsaved text is mentioned before a sign-out. A reload keeps it on this device.
  const unsaved = look.phase !== 'saved'
  useEffect(() => (unsaved ? holdUnsaved() : undefined), [unsaved])
  useEffect(() => {
    if (!unsaved) return
    // Where the browser stores nothing, closing the page would lose the text.
    const ask = (event: BeforeUnloadEvent) => !stored.get() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { ...look, writing }
}

/** The current content of an open text, including unsaved changes; undefined if no text has this name. */
export const openText = (name: string): string | undefined => open.get(name)?.look().text
