/** The door of this room: what other rooms may show of sessions. */
export { Answer } from './Answer.tsx'
export { ClientSessions } from './ClientSessions.tsx'
export { FormatFact, SessionMark, otherSide } from './marks.tsx'
export { PlanButton } from './PlanButton.tsx'
export { SessionCard } from './SessionCard.tsx'
export { Moment, TherapistClock } from './SessionTime.tsx'
export { useLiveSessions } from './acts.ts'
