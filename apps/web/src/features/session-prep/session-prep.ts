/** The public module of the session prep feature. */
export { SessionPrepPanel } from './SessionPrepPanel.tsx'
