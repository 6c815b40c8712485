/** The door of this room: what other rooms may show of sessions. */
export { Answer, OnBehalf } from './Answer.tsx'
export { Change } from './Change.tsx'
export { FormatFact, SessionMark, calledBy, otherSide } from './marks.tsx'
export { PlanButton } from './PlanButton.tsx'
export { SessionRows } from './SessionRows.tsx'
export { Moment, TherapistClock } from './SessionTime.tsx'
export { useLiveSessions } from './acts.ts'
