import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'

export { JoiningConsent } from './JoiningConsent.tsx'
export { LegalVersionLink } from './LegalVersionLink.tsx'
export { type JoiningConsentState, useJoiningConsent } from './use-joining-consent.ts'
export const LazyClientAgreements = lazyNamed(() => import('./ClientAgreements.tsx'), 'ClientAgreements')
export const LazyOwnAgreements = lazyInBoundary(() => import('./OwnAgreements.tsx'), 'OwnAgreements')
export const LazyPrivacyChangeNotice = lazyNamed(() => import('./PrivacyChangeNotice.tsx'), 'PrivacyChangeNotice')
