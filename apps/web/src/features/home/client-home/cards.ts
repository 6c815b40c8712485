export { BetweenCard } from './BetweenCard.tsx'
export { OfferedTimesCard } from './OfferedTimesCard.tsx'
export { SafetyCard } from './SafetyCard.tsx'
export { WelcomeCard } from './WelcomeCard.tsx'
