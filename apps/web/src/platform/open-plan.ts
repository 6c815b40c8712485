import { forBrowser } from './keep.ts'

/** The storage key that marks a plan readable without signing in. It contains nothing of the plan. */
export const openPlanMark = 'attune-open-plan'

export const planIsOpen = () => forBrowser.get(openPlanMark) !== null
