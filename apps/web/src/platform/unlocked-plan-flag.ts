import { browserStorage } from './safe-storage.ts'

/** The storage key that marks a plan readable without signing in. It contains nothing of the plan. */
export const unlockedPlanKey = 'attune-open-plan'

export const hasUnlockedPlan = () => browserStorage.get(unlockedPlanKey) !== null
