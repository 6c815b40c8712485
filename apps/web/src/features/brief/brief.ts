/** The door of this room: what a therapist wants to know before a session. */
export { BriefPanel } from './BriefPanel.tsx'
