import { lazyInBoundary } from '../../../platform/lazy-named.ts'

/** The tab 'Plan' of a client record. Its code is loaded when it is shown. */
export const LazyClientPlan = lazyInBoundary(() => import('./ClientPlan.tsx'), 'ClientPlan')

/** The objectives that a session works on. Its code is loaded when it is shown. */
export const LazySessionObjectives = lazyInBoundary(() => import('./goals/SessionObjectives.tsx'), 'SessionObjectives')

/** The link to the plans that therapists share with the acting client. */
export const LazyOwnPlanLink = lazyInBoundary(() => import('./OwnPlanLink.tsx'), 'OwnPlanLink')

/** A plan as it is shown to the people with whom the therapist shares it. Its code is loaded when it is shown. */
export const LazySharedPlan = lazyInBoundary(() => import('./SharedPlan.tsx'), 'SharedPlan')
