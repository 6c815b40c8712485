/** Public module of the feature `session-prep`. */
export { SessionPrepPanel } from './SessionPrepPanel.tsx'
