import { browserStorage } from '../safe-storage.ts'

/**
 * The storage key of the flag that allows this browser to show the safety plan without signing in. The flag contains no
 * text of the plan.
 */
export const unlockedPlanKey = 'attune-open-plan'

export const hasUnlockedPlan = () => browserStorage.get(unlockedPlanKey) !== null
