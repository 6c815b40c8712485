export { ClientSafetyPlan } from './ClientSafetyPlan.tsx'
export { StoreOfflinePlan } from './StoreOfflinePlan.tsx'
export { OfflinePlanButton } from './OfflinePlanButton.tsx'
