export { ClientSafety } from './ClientSafety.tsx'
export { KeepPlan } from './KeepPlan.tsx'
export { KeptPlanLink } from './KeptPlanLink.tsx'
