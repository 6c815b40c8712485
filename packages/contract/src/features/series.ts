import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { defaultDurationMinutes } from '../common/constants.ts'
import { ById, Command, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Repeat } from '../common/recurrence.schemas.ts'
import { text } from '../common/text.schemas.ts'
import { Day, Instant, Zone } from '../common/time.schemas.ts'
import {
  Conflict,
  Duration,
  SessionFormat,
  CLIENT_INACTIVE,
  IN_THE_PAST,
  Reason,
  participantCountError,
  ILLEGAL_TRANSITION,
  TherapyType,
  VideoUrl,
} from './session.schemas.ts'
import { hasValidParticipantCount } from './session.rules.ts'

/** What a change of a series covers: the session and those after it, or all that have not begun. A change of one session is a session action. */
export const seriesScopes = ['following', 'all'] as const
export const SeriesScope = z.enum(seriesScopes)
export type SeriesScope = z.infer<typeof SeriesScope>

/** A planned occurrence. `wallClock` says whether its time exists once, never or twice on that day in the series' zone. */
export const SeriesDate = z.strictObject({
  day: Day,
  startsAt: z.string(),
  endsAt: z.string(),
  wallClock: z.enum(['once', 'never', 'twice']),
  conflicts: z.array(Conflict),
})
export type SeriesDate = z.infer<typeof SeriesDate>

export const Series = z.strictObject({
  id: Id,
  repeat: Repeat,
  /** The occurrences keep the wall-clock time of this zone. */
  zone: Zone,
  firstDay: Day,
  time: z.string(),
  durationMinutes: z.number(),
  /** No occurrence after this day; null for a series without an end. */
  lastDay: Day.nullable(),
  laidOutUntil: Day,
  /** Upcoming sessions that follow the series, and (`detached`) those that were moved or cancelled individually. */
  coming: z.number(),
  detached: z.number(),
  /** Upcoming days that were left out. */
  gaps: z.array(Day),
})
export type Series = z.infer<typeof Series>

/** Days to leave out, and days to book despite conflicts. A day with conflicts in neither list is refused. */
const leaveOut = z.array(Day).max(100).default([])
const anyway = z.array(Day).max(100).default([])
const SERIES_TAKEN = { SERIES_TAKEN: { status: 409, data: z.object({ dates: z.array(SeriesDate) }) } } as const

const sessionDetails = {
  format: SessionFormat,
  location: text(textLengths.location).default(''),
}

export const NewSeries = z
  .strictObject({
    id: Id,
    clientIds: z.array(Id).min(1).max(12),
    /** The start of the first session. It determines day and wall-clock time in the therapist's zone. */
    startsAt: Instant,
    durationMinutes: Duration.default(defaultDurationMinutes),
    ...sessionDetails,
    therapyType: TherapyType.default('individual'),
    videoUrl: VideoUrl.optional(),
    agreed: z.boolean().default(false),
    repeat: Repeat,
    leaveOut,
    anyway,
  })
  .refine(hasValidParticipantCount, participantCountError)
export type NewSeries = z.input<typeof NewSeries>

const SeriesChange = z.strictObject({
  /** The session that the change starts from. */
  sessionId: Id,
  scope: SeriesScope,
  command: Command,
  /** The new time of that session. The others move by the same wall-clock difference. */
  startsAt: Instant,
  durationMinutes: Duration,
  ...sessionDetails,
  videoUrl: VideoUrl.nullable(),
  /** A new rule from this session on. If it is omitted, the rule does not change. */
  repeat: Repeat.optional(),
  leaveOut,
  agreed: z.boolean().default(false),
  reason: Reason.default(''),
  anyway,
  /** The revision of the session that the therapist saw when deciding on the change. */
  revision: z.int().optional(),
  /** The command of a recent move to undo. Restores the state before it and ignores all other fields. */
  undoes: Command.optional(),
})
export type SeriesChange = z.input<typeof SeriesChange>

/** Recurring sessions (docs/decisions/0015). Occurrences are stored as rows 12 months ahead. */
export const series = {
  /** The occurrences that `plan` would create, each with its conflicts. Saves nothing. At most 60 dates. */
  preview: procedure
    .input(z.strictObject({ startsAt: Instant, durationMinutes: Duration, repeat: Repeat }))
    .output(z.strictObject({ dates: z.array(SeriesDate), total: z.number() })),
  plan: procedure
    .input(NewSeries)
    .output(z.strictObject({ series: Series, firstSessionId: Id.nullable(), made: z.number() }))
    .errors({ ...SERIES_TAKEN, ...CLIENT_INACTIVE, ...IN_THE_PAST }),
  get: procedure.input(ById).output(Series),
  /** The result of a change, like `preview`. `unchanged` counts sessions that were moved or cancelled individually. */
  previewChange: procedure
    .input(
      z.strictObject({
        sessionId: Id,
        scope: SeriesScope,
        startsAt: Instant,
        durationMinutes: Duration,
        repeat: Repeat.optional(),
      }),
    )
    .output(z.strictObject({ dates: z.array(SeriesDate), total: z.number(), unchanged: z.number() })),
  /** Moves or edits sessions, or replaces the rule. 'following' starts a separate series. Sessions that have begun do not change. */
  change: procedure
    .input(SeriesChange)
    .output(z.strictObject({ series: Series, changed: z.number() }))
    .errors({ ...SERIES_TAKEN, ...ILLEGAL_TRANSITION, ...IN_THE_PAST, CHANGED: { status: 409 } }),
  /** Cancels the upcoming sessions of the scope, including those that were moved individually. One email lists the dates. */
  cancel: procedure
    .input(z.strictObject({ sessionId: Id, scope: SeriesScope, command: Command, reason: Reason.default('') }))
    .output(z.strictObject({ cancelled: z.number() }))
    .errors(ILLEGAL_TRANSITION),
  /**
   * Accepts every unanswered session of the series that has not begun, including those that were moved individually. A client accepts
   * for themselves, a therapist for all participants.
   */
  accept: procedure
    .input(z.strictObject({ sessionId: Id, command: Command }))
    .output(z.strictObject({ accepted: z.number() }))
    .errors(ILLEGAL_TRANSITION),
}
