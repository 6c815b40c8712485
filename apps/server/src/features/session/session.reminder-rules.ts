import { reminderHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallOf } from '@attune/contract/common/time'

/** A session as its reminders see it: instants, and the zone of the one who is to be reminded. */
export type Appointment = { startsAt: string; bookedAt: string; zone: string }

/** Why nobody is reminded: agreed later than the reminder would have come, too late after a time without a server, or a later reminder is due as well. */
export type Reason = 'agreed-late' | 'too-late' | 'overtaken'
export type Decision = { do: 'send' } | { do: 'wait'; until: Date } | { do: 'drop'; why: Reason }

const minute = 60_000
/** Aimed so long before the hours end, so that queue and mail, which take their time too, still keep within them. */
const airMinutes = 5
/** Held up for longer than this a reminder is late: then it only goes while the start is far enough away. */
const graceMinutes = 30
const farEnoughMinutes = 120

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const opens = clock(reminderHours.from * 60)
const closes = clock(reminderHours.to * 60)
const last = clock(reminderHours.to * 60 - airMinutes)

/** The reminder's moment in the reader's zone: so long before the start, or the last allowed moment before that. */
export function dueAt({ startsAt, zone }: Pick<Appointment, 'startsAt' | 'zone'>, minutesBefore: number): Date {
  const nominal = Date.parse(startsAt) - minutesBefore * minute
  const { day, time } = wallOf(new Date(nominal).toISOString(), zone)
  if (time >= opens && time < last) return new Date(nominal)
  return new Date(instantOf(time >= last ? day : dayBefore(day, zone), last, zone))
}

/**
 * What becomes of a reminder now, by the rules of reminding: at its moment, between 08:00 and 21:00 of the reader; when
 * held up, at the next allowed moment while the start is more than two hours away, else never; not for what was agreed
 * later than so long ahead. `all` are the minutes of every reminder of the session: of those that are due together
 * only the one nearest to the start goes.
 */
export function decide(appointment: Appointment, minutesBefore: number, all: number[], now: Date): Decision {
  const nearer = all.filter((other) => other < minutesBefore)
  const alone = decideAlone(appointment, minutesBefore, now)
  if (alone.do !== 'send') return alone
  const overtaken = nearer.some(
    (other) => dueAt(appointment, other) <= now && decideAlone(appointment, other, now).do === 'send',
  )
  return overtaken ? { do: 'drop', why: 'overtaken' } : alone
}

function decideAlone(appointment: Appointment, minutesBefore: number, now: Date): Decision {
  const start = Date.parse(appointment.startsAt)
  if (Date.parse(appointment.bookedAt) > start - minutesBefore * minute) return { do: 'drop', why: 'agreed-late' }
  const due = dueAt(appointment, minutesBefore)
  if (now < due) return { do: 'wait', until: due }
  const allowed = nextAllowed(appointment.zone, now)
  const held = Math.min(graceMinutes, minutesBefore / 2) * minute
  const latest = Math.max(start - farEnoughMinutes * minute, due.getTime() + held)
  if (allowed.getTime() >= latest) return { do: 'drop', why: 'too-late' }
  return allowed > now ? { do: 'wait', until: allowed } : { do: 'send' }
}

/** Now, where somebody may be reminded now; else the next morning. */
export function nextAllowed(zone: string, now: Date): Date {
  const { day, time } = wallOf(now.toISOString(), zone)
  if (time >= opens && time < closes) return now
  return new Date(instantOf(time < opens ? day : wallOf(dayBounds(day, zone).to, zone).day, opens, zone))
}

/** The day before, in a zone that may have left one out. */
const dayBefore = (day: string, zone: string) =>
  wallOf(new Date(Date.parse(dayBounds(day, zone).from) - minute).toISOString(), zone).day
