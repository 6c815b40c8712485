/** The public module of the calendar feature for the app, the jobs and other features. */
export { eventOccurrences } from './calendar.event-store.ts'
export { mountFeedRoute } from './calendar.feed-route.ts'
export { refreshDueImport } from './calendar.import-read.ts'
export { calendarEmails } from './calendar.emails.ts'
