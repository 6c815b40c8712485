import { z } from 'zod'
import { Done, EmptyInput, MessageAbsenceId, QuickReplyId, TherapistId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { ClockTime, Instant } from '../../../common/time/time.schemas.ts'
import { endsAfterStart } from '../../schedule/availability/availability.rules.ts'
import { maxQuickReplies, maxReadingPeriods } from './message-settings.rules.ts'

/** A period in which the therapist reads messages, on each of its weekdays (1 is Monday), in the therapist's zone. */
const ReadingPeriod = z
  .strictObject({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .transform((days) => [...new Set(days)].sort()),
    from: ClockTime,
    /** The end of the hours. `24:00` is the end of the day. */
    until: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(endsAfterStart, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type ReadingPeriod = z.infer<typeof ReadingPeriod>
const ReadingHours = z.array(ReadingPeriod).max(maxReadingPeriods)

/** An absence during which a client's first message in the app is answered automatically, once per conversation. A changed absence keeps its id. */
export const MessageAbsence = z.strictObject({
  id: MessageAbsenceId,
  startsAt: Instant,
  endsAt: Instant,
  text: requiredText(textLengths.absenceReply),
})
export type MessageAbsence = z.infer<typeof MessageAbsence>

export const QuickReply = z.strictObject({ id: QuickReplyId, text: requiredText(textLengths.quickReply) })
export type QuickReply = z.infer<typeof QuickReply>
const QuickReplies = z.strictObject({
  items: z
    .array(QuickReply)
    .max(maxQuickReplies)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'TWICE'),
  /** The number of changes to the list. A call that changes the list sends the version on which the change is based. */
  version: z.int().min(0).max(2_000_000_000),
})
export type QuickReplies = z.infer<typeof QuickReplies>

const OwnMessageSettings = z.strictObject({
  /** The hours in which the therapist reads messages; empty if none were entered. */
  readingHours: z.array(z.strictObject({ days: z.array(z.number()), from: z.string(), until: z.string() })),
  /** The current or next absence; null if there is none. */
  absence: z
    .strictObject({ id: MessageAbsenceId, startsAt: z.string(), endsAt: z.string(), text: z.string() })
    .nullable(),
  /** The text of the last absence, as a draft for the next one; empty before the first. */
  absenceText: z.string(),
  quickReplies: z.strictObject({
    items: z.array(z.strictObject({ id: QuickReplyId, text: z.string() })),
    version: z.number(),
  }),
})
export type OwnMessageSettings = z.infer<typeof OwnMessageSettings>

const WeeklyReadingHours = z.strictObject({
  readingHours: OwnMessageSettings.shape.readingHours,
  /** The therapist's zone, in which the reading hours are. */
  zone: z.string(),
})
export type WeeklyReadingHours = z.infer<typeof WeeklyReadingHours>

/** A therapist's settings for messages: reading hours, the reply during an absence, and quick replies. */
export const messageSettings = {
  /** The acting therapist's own settings. */
  own: read.input(EmptyInput).output(OwnMessageSettings),
  saveReadingHours: write.input(z.strictObject({ readingHours: ReadingHours })).output(Done),
  /**
   * Saves the current or next absence; an absence with another id is replaced. A client receives the automatic reply only once per absence id.
   * Refuses with INVALID_SPAN and the reason, like `absenceProblem`.
   */
  saveAbsence: write
    .input(MessageAbsence)
    .output(Done)
    .errors({ INVALID_SPAN: { status: 409, data: z.object({ reason: z.enum(['backward', 'over', 'tooLong']) }) } }),
  /** Ends the current absence, or removes an absence that has not begun. Changes nothing if the absence has ended or was replaced. */
  endAbsence: write.input(z.strictObject({ id: MessageAbsenceId })).output(Done),
  /** Saves the list of quick replies. Refuses with CHANGED and the current list if it has changed since `version`. */
  saveQuickReplies: write
    .input(QuickReplies)
    .output(OwnMessageSettings.shape.quickReplies)
    .errors({ CHANGED: { status: 409, data: OwnMessageSettings.shape.quickReplies } }),
  /** The reading hours of a therapist to whom the caller is or was connected. */
  readingHoursOf: read.input(z.strictObject({ therapistId: TherapistId })).output(WeeklyReadingHours),
}
