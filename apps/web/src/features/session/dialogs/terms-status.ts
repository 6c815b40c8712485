import { freeAfterBookingMinutes, lateness } from '@attune/contract/features/terms.rules'
import type { Terms } from '@attune/contract/features/terms'

export type TermsKind = 'cancel' | 'move'
export type TermsStatus = {
  /** `fresh`: free because the session was booked just now; `always`: free until it begins. */
  kind: 'fresh' | 'always' | 'free' | 'late' | 'blocked'
  /** The instant until which the change is or was free. */
  until: string
  /** From how many hours before the start the change is blocked and can only be requested. */
  blockedHours: number
}

/** How the therapist's terms apply to a cancel or move requested at `now`. */
export function termsStatusOf(
  terms: Terms,
  kind: TermsKind,
  session: { startsAt: string; bookedAt: string },
  now: Date,
): TermsStatus {
  const window = terms[kind]
  const { blockedHours } = window
  const judged = lateness(window, session, now)
  const freeUntil = new Date(Date.parse(session.startsAt) - window.lateHours * 3_600_000)
  const until = freeUntil.toISOString()
  if (judged !== 'free') return { kind: judged, until, blockedHours }
  if (window.lateHours === 0) return { kind: 'always', until, blockedHours }
  if (now < freeUntil) return { kind: 'free', until, blockedHours }
  const fresh = new Date(Date.parse(session.bookedAt) + freeAfterBookingMinutes * 60_000)
  return { kind: 'fresh', until: fresh.toISOString(), blockedHours }
}
