/** The door of this room: ways to reach the people behind the product. */
export { FeedbackDialog } from './FeedbackDialog.tsx'
export { SupportDialog } from './SupportDialog.tsx'
