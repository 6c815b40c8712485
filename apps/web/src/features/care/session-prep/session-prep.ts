export { SessionPrepPanel } from './SessionPrepPanel.tsx'
