import { z } from 'zod'
import { blocksWithinLate, maxReminders, maxWindowHours } from './terms.rules.ts'
import { isHttpsLink } from '../common/text.ts'
import { textLengths } from '../common/lengths.ts'
import { longestSessionMinutes } from '../common/constants.ts'
import { Done, EmptyInput, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.schemas.ts'

const Hours = z.int().min(0).max(maxWindowHours)
const Window = z.strictObject({ lateHours: Hours, blockedHours: Hours }).refine(blocksWithinLate, {
  error: 'BLOCKED_BEYOND_LATE',
  path: ['blockedHours'],
})

/**
 * A therapist's rules for clients: from when on cancelling and moving count as late, and from when on they are blocked and can
 * only be requested. In hours before the start; 0 means no window.
 */
export const Terms = z.strictObject({
  cancel: Window,
  move: Window,
  /** A cancellation outside the late window is accepted automatically. Moves always need an answer. */
  acceptEarlyCancels: z.boolean(),
  /** Clients can propose a time. */
  proposeTimes: z.boolean(),
  durationMinutes: z.int().min(1).max(longestSessionMinutes),
})
export type Terms = z.infer<typeof Terms>

/** A URL for video calls, `https` only. `{room}` is replaced by a generated name for each session. */
const VideoLink = z
  .string()
  .max(textLengths.videoLink)
  .transform((value) => value.trim())
  .refine((value) => value === '' || isHttpsLink(value), 'NOT_A_LINK')

/** The terms with the fields that only the therapist sees. */
export const OwnTerms = z.strictObject({
  ...Terms.shape,
  location: text(textLengths.location),
  videoLink: VideoLink,
  /** Minutes before the start at which both sides are reminded, the longest first. */
  remindBefore: z.array(z.int().min(60).max(20160)).min(1).max(maxReminders),
})
export type OwnTerms = z.infer<typeof OwnTerms>

export const terms = {
  /** The acting therapist's own terms. */
  mine: procedure.input(EmptyInput).output(OwnTerms),
  save: procedure.input(OwnTerms).output(Done),
  /** The terms of a therapist to whom the client is or was connected. */
  of: procedure.input(z.strictObject({ therapistId: Id })).output(Terms),
}
