import { lazyInBoundary } from '../../../platform/lazy-named.ts'

export { DisconnectButton } from './DisconnectButton.tsx'
export { TherapistHeading, TherapistAbout } from './TherapistAbout.tsx'
export { InviteCodeLine } from './InviteCodeLine.tsx'
export { InviteCodeButton } from './InviteCodeButton.tsx'
export const LazyJoinTherapistCard = lazyInBoundary(() => import('./JoinTherapistCard.tsx'), 'JoinTherapistCard')
