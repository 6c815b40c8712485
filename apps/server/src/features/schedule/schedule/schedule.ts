/**
 * The public module for features that book times in a therapist’s calendar: the lock, conflicts, free slots and session
 * reminders.
 */
export { type RequestedTimes, listEventConflicts, assertOnlySeenConflicts } from './schedule.event-conflicts.ts'
export {
  listBusyTimes,
  listConflictsInSpans,
  listConflictsWithSlot,
  listLockedBusyTimes,
  lockedConflictsInSpans,
  bookedAnywayColumn,
  listRivalRequests,
  type TimeSlot,
  slotOf,
  slotTakenRefusal,
  type TimeSpan,
} from './schedule.conflicts.ts'
export { bookableDays, type FreeSlot, countFreeByDay, freeSlots } from './schedule.free-slots.ts'
export {
  dayMs,
  minuteMs,
  dayNumberAt,
  dayFromNumber,
  type AvailabilityHours,
  dayNumberOf,
  hoursSegments,
  rangesOnDay,
  offsetIntervalsAround,
} from './schedule.hours.ts'
export { tryCalendarLock, withCalendarLock } from './schedule.lock.ts'
export { fromNextSession } from './schedule.next-session.ts'
export { checkOffer, isWithinAvailability, readBookingCalendar, withBuffers } from './schedule.offer.ts'
export {
  readBookingAccess,
  readDayOverrides,
  readSessionToMove,
  type TherapistTimetable,
  readTimetable,
} from './schedule.queries.ts'
export {
  leadMilliseconds,
  type ReminderJob,
  rescheduleReminders,
  scheduleSessionReminder,
  scheduleSessionReminders,
  delaySecondsOf,
} from './schedule.reminders.ts'
export { assertZoneCanChange, previewZoneChange } from './schedule.zone.ts'
