import { createContext } from 'react'
import type { CalendarText } from './use-calendar-text.ts'

/** The texts of the calendar for its components. */
export const CalendarTextContext = createContext<CalendarText | null>(null)
