import { useState } from 'react'
import { browserStorage } from '../../../platform/safe-storage.ts'
import { calendarViews, type CalendarView } from './calendar-search.ts'

const viewKey = 'attune-calendar-view'
const daysKey = 'attune-calendar-days'
const namesKey = 'attune-calendar-names'

/** Returns the view that was last used in this browser, or null if none is stored. */
export function storedView(): CalendarView | null {
  const kept = browserStorage.get(viewKey)
  return calendarViews.find((view) => view === kept) ?? null
}
export const storeView = (view: CalendarView) => browserStorage.set(viewKey, view)

/** Returns the number of days that the last week in this browser showed; 0 if none is stored. The document reads it, too (`calendar.js`). */
export const storedDayCount = () => Number(browserStorage.get(daysKey)) || 0
export const storeDayCount = (count: number) => browserStorage.set(daysKey, String(count))

/** Reads and stores, in this browser, the privacy mode, which shows names as initials. The mode is on by default. */
export function useInitials() {
  const [initials, set] = useState(() => browserStorage.get(namesKey) !== 'shown')
  return {
    initials,
    setInitials(next: boolean) {
      browserStorage.set(namesKey, next ? 'initials' : 'shown')
      set(next)
    },
  }
}
