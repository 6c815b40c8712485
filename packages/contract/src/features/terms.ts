import { z } from 'zod'
import { defaultDurationMinutes, longestSessionMinutes, reminderMinutes } from '../common/constants.ts'
import { Done, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.ts'

const Hours = z.int().min(0).max(336)
const Window = z.strictObject({ lateHours: Hours, blockedHours: Hours }).refine((w) => w.blockedHours <= w.lateHours, {
  error: 'BLOCKED_BEYOND_LATE',
  path: ['blockedHours'],
})

/**
 * What a therapist has laid down for clients: how long before the start cancelling and moving count as late, and from
 * when on they can only be asked for. Hours before the start; 0 hours is no window.
 */
export const Terms = z.strictObject({
  cancel: Window,
  move: Window,
  /** A cancel outside the late window is accepted at once. Moves always wait. */
  acceptEarlyCancels: z.boolean(),
  /** Clients may propose a time. */
  proposeTimes: z.boolean(),
  durationMinutes: z.int().min(1).max(longestSessionMinutes),
})
export type Terms = z.infer<typeof Terms>

/** A room for video calls, `https` only. `{room}` in it is replaced by a name made for each session. */
const VideoLink = z
  .string()
  .max(400)
  .transform((value) => value.trim())
  .refine((value) => value === '' || /^https:\/\/[^\s/]+\.[^\s]+$/.test(value), 'NOT_A_LINK')

/** The terms and what only the therapist sees of them. */
export const OwnTerms = z.strictObject({
  ...Terms.shape,
  location: text(200),
  videoLink: VideoLink,
  /** Minutes before the start at which both sides are reminded, the longest first. */
  remindBefore: z.array(z.int().min(60).max(20160)).min(1).max(4),
})
export type OwnTerms = z.infer<typeof OwnTerms>

const window = { lateHours: 24, blockedHours: 0 }
/** What holds until the therapist says otherwise. */
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

/** So long after booking a client may cancel or move freely. */
export const freeAfterBookingMinutes = 3

/**
 * How a client's wish to cancel or move stands to the terms: `free`, `late`, or `blocked` (it can still be asked).
 * @param bookedAt instant when the session got its present time
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

export const terms = {
  /** The acting therapist's own. */
  mine: procedure.input(Nothing).output(OwnTerms),
  save: procedure.input(OwnTerms).output(Done),
  /** Those of a therapist to whom the client is or was connected. */
  of: procedure.input(z.strictObject({ therapistId: Id })).output(Terms),
}
