import { freeAfterBookingMinutes, lateness } from '@attune/contract/features/schedule/terms/terms.rules'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'

export type TermsKind = 'cancel' | 'move'
export type TermsStatus = {
  /**
   * `free`: more than `lateHours` before the start. `always`: free until the start, because `lateHours` is 0. `fresh`:
   * within `lateHours` before the start, but free until `freeAfterBookingMinutes` after the booking. `late`: within
   * `lateHours` before the start. `blocked`: within `blockedHours` before the start, or after the start.
   */
  kind: 'fresh' | 'always' | 'free' | 'late' | 'blocked'
  /**
   * The instant at which the change stops or stopped being free: `lateHours` before the start, but at the earliest `freeAfterBookingMinutes` after
   * the booking and at the latest at the start.
   */
  until: string
  /** The number of hours before the start within which a client can only request the change. */
  blockedHours: number
}

/** Returns the effect of the therapist's terms on a session that is cancelled or moved at `now`. */
export function termsStatusOf(
  terms: Terms,
  kind: TermsKind,
  session: { startsAt: string; bookedAt: string },
  now: Date,
): TermsStatus {
  const window = terms[kind]
  const { blockedHours } = window
  const judged = lateness(window, session, now)
  const start = Date.parse(session.startsAt)
  const lateFrom = start - window.lateHours * 3_600_000
  // A session that was booked within `lateHours` before its start was free only for the minutes after the booking, and
  // never after its start.
  const freeUntil = Math.min(start, Math.max(lateFrom, Date.parse(session.bookedAt) + freeAfterBookingMinutes * 60_000))
  const status = { until: new Date(freeUntil).toISOString(), blockedHours }
  if (judged !== 'free') return { kind: judged, ...status }
  if (window.lateHours === 0) return { kind: 'always', ...status }
  return { kind: now.getTime() < lateFrom ? 'free' : 'fresh', ...status }
}
