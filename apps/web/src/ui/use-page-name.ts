import { useEffect, useSyncExternalStore } from 'react'

let name: string | null = null
const listeners = new Set<() => void>()
const set = (next: string | null) => {
  name = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the name of this page in the header, e.g. '26 November, Ana M.', while it is shown. */
export function useSetPageName(words: string) {
  useEffect(() => {
    set(words)
    return () => set(null)
  }, [words])
}

/** The name that the page has set; null without one. */
export const usePageName = (): string | null => useSyncExternalStore(subscribe, () => name)
