export { notificationLink } from './notification-link.ts'
export { useMarkSubjectRead } from './use-mark-read.ts'
