import { useEffect } from 'react'
import { createStore, useStore } from '../platform/create-store.ts'

const pageName = createStore<string | null>(null)

/** Sets the name of this page in the header, e.g. '26 November, Ana M.', while it is shown. */
export function useSetPageName(words: string) {
  useEffect(() => {
    pageName.set(words)
    return () => pageName.set(null)
  }, [words])
}

/** The name that the page has set; null without one. */
export const usePageName = () => useStore(pageName)
