import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { registerUnsaved } from '../draft/unsaved.ts'
import { draftPersistence } from './saved-value.draft.ts'
import type { Saved } from './saved-value.states.ts'
import { SavedValue, type SavedValueOptions } from './saved-value.ts'

/** The values that are shown or unsaved. A page that is opened again continues with its value from this set. */
const open = new Set<SavedValue<unknown>>()

const findOpen = (name: string) => [...open].find((savedValue) => savedValue.name === name)

function removeIdle() {
  for (const savedValue of open) if (savedValue.idle) open.delete(savedValue)
}

function openValue<Value>(options: SavedValueOptions<Value>, saved: Saved<Value>): SavedValue<Value> {
  removeIdle()
  const found = findOpen(options.name) as SavedValue<Value> | undefined
  if (found) {
    found.replaceOptions(options)
    found.reopen()
    return found
  }
  const savedValue = new SavedValue(options, saved)
  open.add(savedValue as SavedValue<unknown>)
  return savedValue
}

/**
 * Returns the state of a value with autosave, and the object that changes it.
 * @param saved the server's version; a newer version replaces the shown value or causes a conflict
 */
export function useSavedValue<Value>(options: SavedValueOptions<Value>, saved: Saved<Value>) {
  const [savedValue] = useState(() => openValue(options, saved))
  const state = useSyncExternalStore(savedValue.subscribe, savedValue.state)
  // The functions of the options use the component's latest values, for example the language of the person.
  useLayoutEffect(() => savedValue.replaceOptions(options))
  const receive = useEffectEvent(() => savedValue.receive(saved))
  const { version, updatedAt } = saved
  const content = typeof saved.value === 'string' ? saved.value : JSON.stringify(saved.value)
  useEffect(() => receive(), [savedValue, content, version, updatedAt])
  useEffect(() => () => savedValue.flush(), [savedValue])
  // Registers the unsaved value, because signing out deletes it. A reload restores it from this device.
  const unsaved = state.phase !== 'saved'
  useEffect(() => (unsaved ? registerUnsaved() : undefined), [unsaved])
  useEffect(() => {
    if (!unsaved) return
    // If the browser cannot store drafts, closing the page would lose the value, so the browser asks for confirmation.
    const ask = (event: BeforeUnloadEvent) => !draftPersistence.get() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  return { ...state, setAsideValues: savedValue.setAsideValues(), savedValue }
}

/**
 * Returns the current content of a value that is shown or unsaved, including unsaved changes. Returns undefined if no
 * such value has this name.
 */
export const openValueOf = (name: string): unknown => findOpen(name)?.state().value

/** Forgets the values that are shown or unsaved, as a reload of the page would. Stored drafts remain. */
export function resetSavedValues() {
  for (const savedValue of open) savedValue.stop()
  open.clear()
}
