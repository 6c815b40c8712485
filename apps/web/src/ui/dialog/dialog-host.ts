import { createContext } from 'react'

/** The element in which dialogs are shown while the page is locked; null for the body. */
export const DialogHost = createContext<HTMLElement | null>(null)
