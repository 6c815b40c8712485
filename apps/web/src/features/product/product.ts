/** The public module: support and feedback. */
export { FeedbackDialog } from './FeedbackDialog.tsx'
export { SupportDialog } from './SupportDialog.tsx'
