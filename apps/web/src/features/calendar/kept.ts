import { useState } from 'react'
import { forBrowser } from '../../platform/keep.ts'
import { views, type View } from './views.ts'

const viewKey = 'attune-calendar-view'
const namesKey = 'attune-calendar-names'

/** The last view used in this browser. */
export function keptView(): View | null {
  const kept = forBrowser.get(viewKey)
  return views.find((view) => view === kept) ?? null
}
export const keepView = (view: View) => forBrowser.set(viewKey, view)

/** Privacy mode: whether names are shown as initials. On by default, stored for this browser. */
export function useInitials() {
  const [initials, set] = useState(() => forBrowser.get(namesKey) !== 'shown')
  return {
    initials,
    setInitials(next: boolean) {
      forBrowser.set(namesKey, next ? 'initials' : 'shown')
      set(next)
    },
  }
}
