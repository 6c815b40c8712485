import { reminderHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallClockOf } from '@attune/contract/common/time/time'

/** The start of a session, the time at which it was booked, and the time zone of the person to remind. */
export type ReminderTimes = { startsAt: string; bookedAt: string; zone: string }

/**
 * The reason why a reminder is dropped. `agreed-late`: the session was booked less than the lead time of the reminder before its start. `too-late`:
 * the reminder was delayed, for example by server downtime, and the start is now too near. `overtaken`: another reminder with a shorter lead time is
 * due as well.
 */
export type ReminderDropReason = 'agreed-late' | 'too-late' | 'overtaken'
export type ReminderDecision = { do: 'send' } | { do: 'wait'; until: Date } | { do: 'drop'; why: ReminderDropReason }

const minute = 60_000
/**
 * A reminder that moves to the evening is due this many minutes before the allowed hours end. The job queue then has
 * time to send it within the allowed hours.
 */
const marginMinutes = 5
/**
 * A reminder is late if it is delayed by at least this many minutes, or by half of its lead time if that is shorter. A
 * late reminder is sent only if the start is more than `farEnoughMinutes` away.
 */
const graceMinutes = 30
const farEnoughMinutes = 120

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const opens = clock(reminderHours.from * 60)
const closes = clock(reminderHours.to * 60)
const last = clock(reminderHours.to * 60 - marginMinutes)

/**
 * Returns the time at which a reminder is due: `minutesBefore` the start. If reminders are not allowed at that time in the reader’s time zone, or
 * only for another `marginMinutes`, returns the latest earlier time that is `marginMinutes` before the end of the allowed hours.
 */
export function reminderDueAt(
  { startsAt, zone }: Pick<ReminderTimes, 'startsAt' | 'zone'>,
  minutesBefore: number,
): Date {
  const nominal = Date.parse(startsAt) - minutesBefore * minute
  const { day, time } = wallClockOf(new Date(nominal).toISOString(), zone)
  if (time >= opens && time < last) return new Date(nominal)
  return new Date(instantOf(time >= last ? day : dayBefore(day, zone), last, zone))
}

/**
 * Decides whether a reminder is sent now, waits or is dropped. A reminder is sent when it is due, between 08:00 and
 * 21:00 in the reader’s time zone. A late reminder (see `graceMinutes`) is sent at the next allowed time if the start
 * is then more than two hours away; otherwise it is dropped. A reminder is also dropped if the session was booked less
 * than `minutesBefore` before its start. `all` contains the lead times in minutes of all reminders of the session. If
 * several are due together, only the one with the shortest lead time is sent.
 */
export function reminderDecision(
  appointment: ReminderTimes,
  minutesBefore: number,
  all: number[],
  now: Date,
): ReminderDecision {
  const nearer = all.filter((other) => other < minutesBefore)
  const ownDecision = decideSingle(appointment, minutesBefore, now)
  if (ownDecision.do !== 'send') return ownDecision
  const overtaken = nearer.some(
    (other) => reminderDueAt(appointment, other) <= now && decideSingle(appointment, other, now).do === 'send',
  )
  return overtaken ? { do: 'drop', why: 'overtaken' } : ownDecision
}

function decideSingle(appointment: ReminderTimes, minutesBefore: number, now: Date): ReminderDecision {
  const start = Date.parse(appointment.startsAt)
  if (Date.parse(appointment.bookedAt) > start - minutesBefore * minute) return { do: 'drop', why: 'agreed-late' }
  const due = reminderDueAt(appointment, minutesBefore)
  if (now < due) return { do: 'wait', until: due }
  const allowed = nextAllowedReminderTime(appointment.zone, now)
  const tolerance = Math.min(graceMinutes, minutesBefore / 2) * minute
  const latest = Math.max(start - farEnoughMinutes * minute, due.getTime() + tolerance)
  if (allowed.getTime() >= latest) return { do: 'drop', why: 'too-late' }
  return allowed > now ? { do: 'wait', until: allowed } : { do: 'send' }
}

/** Returns `now` if reminders are allowed now, otherwise the next time at which the allowed hours start. */
export function nextAllowedReminderTime(zone: string, now: Date): Date {
  const { day, time } = wallClockOf(now.toISOString(), zone)
  if (time >= opens && time < closes) return now
  return new Date(instantOf(time < opens ? day : wallClockOf(dayBounds(day, zone).to, zone).day, opens, zone))
}

/** Returns the previous day. Computes it from instants, because a zone can skip a whole day. */
const dayBefore = (day: string, zone: string) =>
  wallClockOf(new Date(Date.parse(dayBounds(day, zone).from) - minute).toISOString(), zone).day
