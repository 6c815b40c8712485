import { lazyInBoundary } from '../../../platform/lazy-named.ts'

export { type ClientHomeData, homeSessionsInput, preloadClientHome, useClientHome } from './use-client-home.ts'

// All cards are in one file, which loads after the next session is shown.
const loadCards = () => import('./cards.ts')
export const LazyBetweenCard = lazyInBoundary(loadCards, 'BetweenCard')
export const LazyOfferedTimesCard = lazyInBoundary(loadCards, 'OfferedTimesCard')
export const LazySafetyCard = lazyInBoundary(loadCards, 'SafetyCard')
export const LazyWelcomeCard = lazyInBoundary(loadCards, 'WelcomeCard')
