/** The public module of the product feature: support and feedback. */
export { FeedbackDialog } from './FeedbackDialog.tsx'
export { SupportDialog } from './SupportDialog.tsx'
