import { useEffect } from 'react'
import { createStore, useStore } from '../../platform/create-store.ts'

const pageName = createStore<string | null>(null)

/** Sets the name that the header shows for the current page, for example '26 November, Ana M.'. */
export function useSetPageName(name: string) {
  useEffect(() => {
    pageName.set(name)
    return () => pageName.set(null)
  }, [name])
}

/** Returns the name that the page has set, or null if the page has set none. */
export const usePageName = () => useStore(pageName)
