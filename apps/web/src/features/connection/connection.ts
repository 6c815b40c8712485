/** Public module of the feature `connection`. */
export { DisconnectButton } from './DisconnectButton.tsx'
export { TherapistHeading, TherapistAbout } from './TherapistAbout.tsx'
export { JoinTherapistCard } from './JoinTherapistCard.tsx'
export { InviteCodeLine } from './InviteCodeLine.tsx'
export { InviteCodeButton } from './InviteCodeButton.tsx'
