export { ClientSafetyPlan } from './ClientSafetyPlan.tsx'
export { StoreOfflinePlan } from './StoreOfflinePlan.tsx'
export { EmergencyNumbersAndPlan } from './EmergencyNumbersAndPlan.tsx'
export { OfflinePlanButton } from './OfflinePlanButton.tsx'
