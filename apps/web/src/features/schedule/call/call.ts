import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'

/** The public module of the video call. It is loaded with every page and contains no code of a call. */
export { activeCall } from './active-call.ts'
/** The small window of a running call, and the question before the page is closed. */
export const LazyCallLayer = lazyInBoundary(() => import('./active/CallLayer.tsx'), 'CallLayer')
/** The bar on the lock screen. */
export const LazyLockedCall = lazyNamed(() => import('./active/LockedCall.tsx'), 'LockedCall')
/** The time of each person in the calls of a session. */
export const LazySessionCallTimes = lazyNamed(() => import('./time/SessionCallTimes.tsx'), 'SessionCallTimes')
/** A guardian's own time in the call of a session. */
export const LazyGuardianCallTime = lazyInBoundary(() => import('./time/SessionCallTimes.tsx'), 'GuardianCallTime')
/** A notice on every page of a therapist that names the people who wait for a call. */
export const LazyWaitingClients = lazyInBoundary(() => import('./therapist/WaitingClients.tsx'), 'WaitingClients')
