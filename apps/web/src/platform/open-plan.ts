import { forBrowser } from './keep.ts'

/** Stands in this browser while its owner wants the safety plan readable without signing in: it says so, and nothing of it. */
export const openPlanMark = 'attune-open-plan'

export const planIsOpen = () => forBrowser.get(openPlanMark) !== null
