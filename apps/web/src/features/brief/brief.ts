/** Public module of the feature `session-prep`. */
export { BriefPanel } from './BriefPanel.tsx'
