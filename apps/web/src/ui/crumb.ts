import { useEffect, useSyncExternalStore } from 'react'

let name: string | null = null
const listeners = new Set<() => void>()
const set = (next: string | null) => {
  name = next
  for (const listener of listeners) listener()
}
const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Names this page in the header as what it is about, e.g. '26 November, Ana M.', for as long as it is shown. */
export function useCrumb(words: string) {
  useEffect(() => {
    set(words)
    return () => set(null)
  }, [words])
}

/** The name that the page has given itself; null where it has none. */
export const usePageName = (): string | null => useSyncExternalStore(follow, () => name)
