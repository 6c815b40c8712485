import { createContext } from 'react'
import type { Words } from './words.ts'

/** The texts of the calendar for its components. */
export const Reading = createContext<Words | null>(null)
