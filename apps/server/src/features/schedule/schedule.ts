/** The public module: a therapist's calendar as every feature that plans needs it. Lock, conflicts, free slots, reminders of sessions. */
export { type Asked, inTheWay, refuseTaken } from './schedule.event-conflicts.ts'
export {
  busyWithin,
  conflictsOver,
  conflictsWith,
  lockedConflictsOver,
  assertNoConflict,
  rivalsOf,
  type Slot,
  slotOf,
  slotTaken,
  type Span,
} from './schedule.conflicts.ts'
export { bookable, type FreeSlot, freeByDay, freeSlots } from './schedule.free-slots.ts'
export { day, dayAt, dayOf, type Hours, numberOf, piecesOf, rangesOn, stretchesAround } from './schedule.hours.ts'
export { tryCalendarLock, withCalendarLock } from './schedule.lock.ts'
export { offerAt, weekOf } from './schedule.offer.ts'
export { connectionTo, daysBetween, movingOf, type Timetable, timetableOf } from './schedule.queries.ts'
export { leadMilliseconds, remindAnew, remindOf, remindOfAll, secondsOf } from './schedule.reminders.ts'
export { refuseOverPlans, zoneChange } from './schedule.zone.ts'
