import { defaultDurationMinutes, reminderMinutes } from '../../../common/constants.ts'
import type { OwnTerms } from './terms.ts'

const window = { lateHours: 24, blockedHours: 0 }
/** The terms that apply until a therapist saves their own. */
export const defaultTerms: OwnTerms = {
  cancel: window,
  move: window,
  acceptEarlyCancels: false,
  proposeTimes: true,
  durationMinutes: defaultDurationMinutes,
  location: '',
  videoLink: '',
  callsInAttune: false,
  callPhone: '',
  callsThroughRelay: false,
  asksWhereabouts: true,
  remindBefore: [reminderMinutes],
}

export const maxWindowHours = 336
export const maxReminders = 4

/**
 * Whether the period in which changes are blocked is within the period in which changes are late. Each period ends at
 * the start of the session.
 */
export const blocksWithinLate = (window: { lateHours: number; blockedHours: number }) =>
  window.blockedHours <= window.lateHours

/** For this many minutes after a session got its current start, a cancellation or move is always `free`. */
export const freeAfterBookingMinutes = 3

/**
 * Classifies a cancellation or a move by the time `now` at which it is requested: `blocked` less than `blockedHours` before the start of the session
 * and after its start, `late` less than `lateHours` before, otherwise `free`. Always `free` until `freeAfterBookingMinutes` after `bookedAt`, the
 * time at which the session got its current start. A client's change that is not `free` takes effect only if the therapist accepts it.
 */
export function lateness(
  window: { lateHours: number; blockedHours: number },
  session: { startsAt: string; bookedAt: string },
  now: Date,
): 'free' | 'late' | 'blocked' {
  const at = now.getTime()
  if (at - Date.parse(session.bookedAt) <= freeAfterBookingMinutes * 60_000) return 'free'
  const hoursAhead = (Date.parse(session.startsAt) - at) / 3_600_000
  if (hoursAhead < window.blockedHours) return 'blocked'
  return hoursAhead < window.lateHours ? 'late' : 'free'
}
