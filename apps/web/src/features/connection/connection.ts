/** Public module of the feature `connection`. */
export { DisconnectButton } from './DisconnectButton.tsx'
export { TherapistName, TherapistWords } from './TherapistFace.tsx'
export { JoinCard } from './JoinCard.tsx'
export { CodeLine } from './CodeLine.tsx'
export { CodeButton } from './CodeButton.tsx'
