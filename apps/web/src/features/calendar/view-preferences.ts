import { useState } from 'react'
import { browserStorage } from '../../platform/safe-storage.ts'
import { calendarViews, type CalendarView } from './calendar-views.ts'

const viewKey = 'attune-calendar-view'
const namesKey = 'attune-calendar-names'

/** The last view used in this browser. */
export function storedView(): CalendarView | null {
  const kept = browserStorage.get(viewKey)
  return calendarViews.find((view) => view === kept) ?? null
}
export const storeView = (view: CalendarView) => browserStorage.set(viewKey, view)

/** Privacy mode: whether names are shown as initials. On by default, stored for this browser. */
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
