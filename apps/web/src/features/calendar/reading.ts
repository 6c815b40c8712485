import { createContext } from 'react'
import type { Words } from './words.ts'

/** The words of the calendar for whatever is drawn in it. */
export const Reading = createContext<Words | null>(null)
