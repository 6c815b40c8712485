import { defaultDurationMinutes, reminderMinutes } from '../common/constants.ts'
import type { OwnTerms } from './terms.ts'

const window = { lateHours: 24, blockedHours: 0 }
/** The terms of a therapist who has not saved any. */
export const defaultTerms: OwnTerms = {
  cancel: window,
  move: window,
  acceptEarlyCancels: false,
  proposeTimes: true,
  durationMinutes: defaultDurationMinutes,
  location: '',
  videoLink: '',
  remindBefore: [reminderMinutes],
}

export const maxWindowHours = 336
export const maxReminders = 4

/** Whether the blocked window lies within the late window, so that a change is never blocked before it is late. */
export const blocksWithinLate = (window: { lateHours: number; blockedHours: number }) =>
  window.blockedHours <= window.lateHours

/** How long after booking a client can cancel or move freely. */
export const freeAfterBookingMinutes = 3

/**
 * How the terms classify a cancellation or move now: `free`, `late`, or `blocked` (it can still be requested).
 * @param bookedAt instant when the session got its current time
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
