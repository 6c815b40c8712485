import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { defaultDurationMinutes } from '../../../common/constants.ts'
import { byId, ClientId, Command, GroupId, SeriesId, SessionId, SessionTypeId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Repeat } from '../../../common/time/recurrence.schemas.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { Day, Instant, Zone } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import {
  Conflict,
  Duration,
  SessionFormat,
  CLIENT_INACTIVE,
  NOT_A_MEMBER,
  IN_THE_PAST,
  Reason,
  participantCountError,
  callSizeError,
  CALL_TOO_LARGE,
  ILLEGAL_TRANSITION,
  THERAPIST_UNREACHABLE,
  TherapyType,
  VideoUrl,
} from '../session/session.schemas.ts'
import { hasFittingCall, hasValidParticipantCount } from '../session/session.rules.ts'

/**
 * The sessions that a change of a series affects. 'following': the given session and those after it. 'all': all
 * sessions that have not begun. The procedures of `session` change a single session.
 */
export const seriesScopes = ['following', 'all'] as const
export const SeriesScope = z.enum(seriesScopes)
export type SeriesScope = z.infer<typeof SeriesScope>

/** An occurrence of a series, stored or planned. */
export const SeriesDate = z.strictObject({
  day: Day,
  startsAt: z.string(),
  endsAt: z.string(),
  /** Whether the wall-clock time of the occurrence exists once, twice or never on that day in the zone of the series. */
  wallClock: z.enum(['once', 'never', 'twice']),
  conflicts: z.array(Conflict),
})
export type SeriesDate = z.infer<typeof SeriesDate>

export const Series = z.strictObject({
  id: SeriesId,
  repeat: Repeat,
  /** The zone of the series. All occurrences have the same wall-clock time in this zone. */
  zone: Zone,
  firstDay: Day,
  /** The wall-clock time of the start in `zone`, as `HH:MM`. */
  time: z.string(),
  durationMinutes: z.number(),
  /** The last day on which the series can have an occurrence; null for a series without an end. */
  lastDay: Day.nullable(),
  /** The last day for which occurrences are stored. */
  laidOutUntil: Day,
  /** The number of upcoming sessions that follow the series. */
  coming: z.number(),
  /** The number of upcoming sessions that were moved or cancelled individually. */
  detached: z.number(),
  /** The upcoming days on which the series has no session, because they were omitted. */
  gaps: z.array(Day),
})
export type Series = z.infer<typeof Series>

/**
 * `leaveOut` lists days without a session, and `anyway` lists days to book despite conflicts. Conflicts on any other
 * day cause the refusal SERIES_TAKEN.
 */
const leaveOut = z.array(Day).max(100).default([])
const anyway = z.array(Day).max(100).default([])
const SERIES_TAKEN = { SERIES_TAKEN: { status: 409, data: z.object({ dates: z.array(SeriesDate) }) } } as const

const sessionDetails = {
  format: SessionFormat,
  location: text(textLengths.location).default(''),
}

export const NewSeries = z
  .strictObject({
    id: SeriesId,
    clientIds: z.array(ClientId).min(1).max(12),
    /** The start of the first session. The series begins on this day and has this wall-clock time, both in the therapist's zone. */
    startsAt: Instant,
    durationMinutes: Duration.default(defaultDurationMinutes),
    ...sessionDetails,
    therapyType: TherapyType.default('individual'),
    videoUrl: VideoUrl.optional(),
    /** The same as `callInAttune` of a single new session. Applies to all sessions of the series. */
    callInAttune: z.boolean().optional(),
    agreed: z.boolean().default(false),
    typeId: SessionTypeId.nullable().default(null),
    /** The group whose members the clients are on the day of the first session; null for sessions without a group. */
    groupId: GroupId.nullable().default(null),
    repeat: Repeat,
    leaveOut,
    anyway,
  })
  .refine(hasValidParticipantCount, participantCountError)
  .refine(hasFittingCall, callSizeError)
export type NewSeries = z.input<typeof NewSeries>

const SeriesChange = z.strictObject({
  /** The session at which the change starts. */
  sessionId: SessionId,
  /** The sessions that change. */
  scope: SeriesScope,
  command: Command,
  /** The new start of the session with `sessionId`. All other sessions move by the same difference in wall-clock time. */
  startsAt: Instant,
  durationMinutes: Duration,
  ...sessionDetails,
  videoUrl: VideoUrl.nullable(),
  /** As in the edit of a single session. */
  callInAttune: z.boolean().optional(),
  /** A new rule from this session on. If the field is omitted, the rule does not change. */
  repeat: Repeat.optional(),
  leaveOut,
  agreed: z.boolean().default(false),
  /** The reason that the clients read; empty for none. */
  reason: Reason.default(''),
  anyway,
  /** The revision of the session when the therapist decided on the change. */
  revision: z.int().optional(),
  /**
   * The command of a recent move. If `undoes` is set, the call restores the state before that move and ignores the other fields of the
   * change.
   */
  undoes: Command.optional(),
})
export type SeriesChange = z.input<typeof SeriesChange>

/** The tables of this feature that a browser can subscribe to. */
export const seriesTables = {
  series: { table: 'series', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Recurring sessions (docs/decisions/0015). The sessions of the next 12 months are stored as rows. */
export const series = {
  /** Returns at most 60 of the occurrences that `create` would create, each with its conflicts, and their total number. Saves nothing. */
  preview: read
    .input(z.strictObject({ startsAt: Instant, durationMinutes: Duration, repeat: Repeat }))
    .output(z.strictObject({ dates: z.array(SeriesDate), total: z.number() })),
  create: write
    .input(NewSeries)
    .output(z.strictObject({ series: Series, firstSessionId: SessionId.nullable(), made: z.number() }))
    .errors({ ...SERIES_TAKEN, ...CLIENT_INACTIVE, ...NOT_A_MEMBER, ...IN_THE_PAST }),
  get: read.input(byId(SeriesId)).output(Series),
  /**
   * Returns the occurrences after a change, like `preview`. `unchanged` counts the upcoming sessions that keep their
   * time because they were moved or cancelled individually.
   */
  previewChange: read
    .input(
      z.strictObject({
        sessionId: SessionId,
        scope: SeriesScope,
        startsAt: Instant,
        durationMinutes: Duration,
        repeat: Repeat.optional(),
      }),
    )
    .output(z.strictObject({ dates: z.array(SeriesDate), total: z.number(), unchanged: z.number() })),
  /**
   * Moves or edits the sessions of the scope, or replaces the rule. With 'following', these sessions become a series of their own. Sessions that have
   * begun do not change. Refuses with SERIES_TAKEN and the dates that have conflicts, with CHANGED if the session has changed since `revision` or the
   * move to be undone can no longer be undone, and with CALL_TOO_LARGE if one of the sessions has too many clients for a call in Attune.
   */
  change: write
    .input(SeriesChange)
    .output(z.strictObject({ series: Series, changed: z.number() }))
    .errors({ ...SERIES_TAKEN, ...ILLEGAL_TRANSITION, ...IN_THE_PAST, ...CALL_TOO_LARGE, CHANGED: { status: 409 } }),
  /**
   * Cancels the upcoming sessions of the scope, including those that were moved individually. The series then ends
   * before the first session of the scope. Each client gets one email with all dates.
   */
  cancel: write
    .input(z.strictObject({ sessionId: SessionId, scope: SeriesScope, command: Command, reason: Reason.default('') }))
    .output(z.strictObject({ cancelled: z.number() }))
    .errors(ILLEGAL_TRANSITION),
  /**
   * Accepts the sessions of the series that await an answer and have not begun, including those that were moved individually. A client
   * accepts only for themselves, a therapist for all participants.
   */
  accept: write
    .input(z.strictObject({ sessionId: SessionId, command: Command }))
    .output(z.strictObject({ accepted: z.number() }))
    .errors({ ...ILLEGAL_TRANSITION, ...THERAPIST_UNREACHABLE }),
}
