import { z } from 'zod'
import { blocksWithinLate, maxReminders, maxWindowHours } from './terms.rules.ts'
import { isHttpsLink } from '../../../common/text/text.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { longestSessionMinutes } from '../../../common/constants.ts'
import { Done, EmptyInput, TherapistId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'

const Hours = z.int().min(0).max(maxWindowHours)
const Window = z.strictObject({ lateHours: Hours, blockedHours: Hours }).refine(blocksWithinLate, {
  error: 'BLOCKED_BEYOND_LATE',
  path: ['blockedHours'],
})

/**
 * A therapist's rules for cancelling and moving sessions. A change counts as late in the last `lateHours` hours before the start. In the last
 * `blockedHours` hours before the start, clients can only request the change. 0 switches a rule off.
 */
export const Terms = z.strictObject({
  cancel: Window,
  move: Window,
  /** Whether a cancellation that is not late is accepted automatically. A move always needs the therapist's answer. */
  acceptEarlyCancels: z.boolean(),
  /** Whether clients can propose a time outside the bookable times. */
  proposeTimes: z.boolean(),
  /** The usual duration of a session. */
  durationMinutes: z.int().min(1).max(longestSessionMinutes),
})
export type Terms = z.infer<typeof Terms>

/** A URL for video calls, `https` only. In each session, `{room}` is replaced by a generated name. */
const VideoLink = z
  .string()
  .max(textLengths.videoLink)
  .transform((value) => value.trim())
  .refine((value) => value === '' || isHttpsLink(value), 'NOT_A_LINK')

/** A therapist's settings of calls in Attune. */
const CallTerms = z.strictObject({
  /** The number to call when the video does not work; empty for none. */
  callPhone: text(textLengths.phone),
  /**
   * Whether the call of an individual session goes only through the relay, so that neither person learns the other's address. Calls of all other
   * sessions always go only through the relay.
   */
  callsThroughRelay: z.boolean(),
  /** Whether clients say where they are before they join. */
  asksWhereabouts: z.boolean(),
})
export type CallTerms = z.infer<typeof CallTerms>

/** All terms of a therapist, including the fields that clients do not see. */
export const OwnTerms = z.strictObject({
  ...Terms.shape,
  /** The usual location of sessions; empty for none. */
  location: text(textLengths.location),
  /** The URL for video calls; empty for none. */
  videoLink: VideoLink,
  /** Whether the call of a new video session is in Attune, unless it gets a link of its own. */
  callsInAttune: z.boolean(),
  ...CallTerms.shape,
  /** The times at which therapist and clients are reminded, in minutes before the start, the earliest reminder first. */
  remindBefore: z.array(z.int().min(60).max(20160)).min(1).max(maxReminders),
})
export type OwnTerms = z.infer<typeof OwnTerms>

export const terms = {
  /** The acting therapist's own terms. */
  mine: read.input(EmptyInput).output(OwnTerms),
  /** Saves the terms. Settings of calls that are omitted keep their value. */
  save: write
    .input(z.strictObject({ ...OwnTerms.shape, ...CallTerms.partial().shape, callsInAttune: z.boolean().optional() }))
    .output(Done),
  /** The terms of a therapist to whom the client is or was connected. */
  of: read.input(z.strictObject({ therapistId: TherapistId })).output(Terms),
}
