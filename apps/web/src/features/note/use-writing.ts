import { useEffect, useState, useSyncExternalStore } from 'react'
import { holdUnsaved } from '../../platform/unsaved.ts'
import type { Saved } from './shapes.ts'
import { stored } from './kept.ts'
import { Writing } from './writing.ts'

/** Texts that are open or not saved yet, by name. Whoever opens a page again finds the one that was left. */
const open = new Map<string, Writing>()

function tidy() {
  for (const [name, writing] of open) if (writing.idle) open.delete(name)
}

type Ways = Omit<ConstructorParameters<typeof Writing>[0], 'name'>

/**
 * A text that saves itself while it is written.
 * @param name names it on this device, by ids alone
 * @param saved what the server says; a newer version is taken over
 */
export function useWriting(name: string, saved: Saved, ways: Ways) {
  const [writing] = useState(() => {
    tidy()
    const found = open.get(name) ?? new Writing({ ...ways, name }, saved)
    open.set(name, found)
    return found
  })
  const look = useSyncExternalStore(writing.subscribe, writing.look)
  const { text, version, updatedAt } = saved
  useEffect(() => writing.hear({ text, version, updatedAt }), [writing, text, version, updatedAt])
  useEffect(() => () => writing.leave(), [writing])
  // Only what cannot go out by itself is worth a question before signing out; on this device it stays.
  const unsaved = look.phase !== 'saved'
  useEffect(() => (unsaved ? holdUnsaved() : undefined), [unsaved])
  useEffect(() => {
    if (!unsaved) return
    // Where the browser stores nothing the page is all there is: closing it is asked.
    const ask = (event: BeforeUnloadEvent) => !stored.get() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { ...look, writing }
}

/** What stands in an open text at this moment, saved or not; undefined where none is open under the name. */
export const openText = (name: string): string | undefined => open.get(name)?.look().text
