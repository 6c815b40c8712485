/** The public module of the calendar feature for the app, the jobs and other features. */
export { extendEvents, extendEventSeries } from './event.extend.ts'
export { mountFeeds } from './feed.mount.ts'
export { readDueCalendar } from './import.read.ts'
