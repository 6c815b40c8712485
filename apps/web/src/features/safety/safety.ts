export { ClientSafetyPlan } from './ClientSafetyPlan.tsx'
export { StoreOfflinePlan } from './StoreOfflinePlan.tsx'
export { OwnSafetyHelp } from './OwnSafetyHelp.tsx'
export { OfflinePlanButton } from './OfflinePlanButton.tsx'
