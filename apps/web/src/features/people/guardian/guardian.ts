import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'

/** The guardians of a client on the therapist's page of the record. Its code is loaded when it is shown. */
export const LazyGuardiansCard = lazyNamed(() => import('./invitations/GuardiansCard.tsx'), 'GuardiansCard')

/** The list of the guardians of the acting client, with the rights of each. Its code is loaded when it is shown. */
export const LazyOwnGuardians = lazyInBoundary(() => import('./client/OwnGuardians.tsx'), 'OwnGuardians')
