import { reminderHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallClockOf } from '@attune/contract/common/time'

/** The instants of a session, and the time zone of the person to remind. */
export type ReminderTimes = { startsAt: string; bookedAt: string; zone: string }

/**
 * Why a reminder is dropped: booked after the reminder was due, too late after server downtime, or a later reminder
 * is due as well.
 */
export type ReminderDropReason = 'agreed-late' | 'too-late' | 'overtaken'
export type ReminderDecision = { do: 'send' } | { do: 'wait'; until: Date } | { do: 'drop'; why: ReminderDropReason }

const minute = 60_000
/**
 * A shifted reminder is due this long before the allowed hours end, so that queue and email delivery finish within
 * them.
 */
const marginMinutes = 5
/**
 * A reminder delayed by more than this is late: it is sent only while the start is at least `farEnoughMinutes` away.
 */
const graceMinutes = 30
const farEnoughMinutes = 120

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const opens = clock(reminderHours.from * 60)
const closes = clock(reminderHours.to * 60)
const last = clock(reminderHours.to * 60 - marginMinutes)

/** When a reminder is due, in the reader’s zone: `minutesBefore` the start, or the last allowed moment before that. */
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
 * 21:00 in the reader’s zone. A delayed reminder is sent at the next allowed moment if the start is then still more
 * than two hours away, else it is dropped. A reminder is also dropped if the session was booked after the reminder was
 * due. `all` contains the lead times of all reminders of the session in minutes: if several are due together, only the
 * one nearest to the start is sent.
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

/** `now` if reminders are allowed now; else the start of the allowed hours on the next morning. */
export function nextAllowedReminderTime(zone: string, now: Date): Date {
  const { day, time } = wallClockOf(now.toISOString(), zone)
  if (time >= opens && time < closes) return now
  return new Date(instantOf(time < opens ? day : wallClockOf(dayBounds(day, zone).to, zone).day, opens, zone))
}

/** The day before, in a zone that may have skipped a day. */
const dayBefore = (day: string, zone: string) =>
  wallClockOf(new Date(Date.parse(dayBounds(day, zone).from) - minute).toISOString(), zone).day
