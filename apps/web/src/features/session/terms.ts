import { freeAfterBookingMinutes, lateness, type Terms } from '@attune/contract/features/terms'

export type TermsKind = 'cancel' | 'move'
export type Standing = {
  /** `fresh`: free because the time was set just now; `always`: free until it begins. */
  kind: 'fresh' | 'always' | 'free' | 'late' | 'blocked'
  /** Until when it is or was free. */
  until: string
  /** How long before the start it can only be asked for. */
  blockedHours: number
}

/** How a wish to cancel or move would stand to the therapist's terms, were it sent now. */
export function standingTo(
  terms: Terms,
  kind: TermsKind,
  session: { startsAt: string; bookedAt: string },
  now: Date,
): Standing {
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
