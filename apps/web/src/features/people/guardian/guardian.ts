import { lazyInBoundary } from '../../../platform/lazy-named.ts'

/** What the guardians of the acting client can see and do. Its code is loaded when it is shown. */
export const LazyOwnGuardians = lazyInBoundary(() => import('./client/OwnGuardians.tsx'), 'OwnGuardians')
