/** The public module of the calendar feature for the app, the jobs and other features. */
export { eventOccurrences } from './event/store.ts'
export {
  addExternalImport,
  deleteImportedCalendar,
  deleteImportedEvents,
  countImportedEvents,
  insertImportedEvents,
  markExternalImportRead,
} from './import/external.ts'
export { refreshDueImport } from './import/read.ts'
export type { IcsOccurrence, ReadIcsObject } from './ics/objects.ts'
export { icsHash, unfoldIcs } from './ics/hash.ts'
export { readIcsObjectsInProcess } from './import/process.ts'
export type { IcsSegment } from './ics/ics.ts'
export { editEvent } from './event/edit.ts'
export { removeEvent } from './event/remove.ts'
export { readCalendarContent } from './calendar.content.ts'
export { findStoredEvent, hasCalendarFeedSql } from './calendar.queries.ts'
