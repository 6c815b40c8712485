import { useState } from 'react'
import { browserStorage } from '../../../platform/safe-storage.ts'
import { largestHourHeight } from './grid/hour-height.ts'
import { calendarViews, type CalendarView } from './calendar-search.ts'

const viewKey = 'attune-calendar-view'
const daysKey = 'attune-calendar-days'
const hourKey = 'attune-calendar-hour'
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

/**
 * Returns the height of an hour of the last calendar in this browser, in pixels; the largest height if none is stored. The document reads the stored
 * height, too (`calendar.js`).
 */
export const storedHourHeight = () => Number(browserStorage.get(hourKey)) || largestHourHeight
export const storeHourHeight = (height: number) => browserStorage.set(hourKey, String(height))

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
