import { createContext } from 'react'
import type { CalendarText } from './use-calendar-text.ts'

/** Provides the texts of the calendar to its components. */
export const CalendarTextContext = createContext<CalendarText | null>(null)
