import { z } from 'zod'
import { defaultDurationMinutes } from '../common/constants.ts'
import { ById, Command, Id } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Repeat } from '../common/recurrence.ts'
import { text } from '../common/text.ts'
import { Day, Instant, Zone } from '../common/time.ts'
import {
  Conflict,
  Duration,
  Format,
  INACTIVE,
  PAST,
  Reason,
  seated,
  fits,
  STEP,
  TherapyType,
  VideoUrl,
} from './session.shapes.ts'

/** A change asks: this one (a step of the session itself), this and those after it, or all that have not begun. */
export const seriesScopes = ['following', 'all'] as const
export const SeriesScope = z.enum(seriesScopes)
export type SeriesScope = z.infer<typeof SeriesScope>

/** A date of a series as it would be laid out. Its wall-clock time in the series' zone may exist twice or never on that day. */
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
  /** The wall clock of this zone is what stays fixed. */
  zone: Zone,
  firstDay: Day,
  time: z.string(),
  durationMinutes: z.number(),
  /** No occurrence after this day; null while it goes on. */
  lastDay: Day.nullable(),
  laidOutUntil: Day,
  /** Sessions to come that follow the series, and those that were moved or called off by themselves. */
  coming: z.number(),
  detached: z.number(),
  /** Days to come that were left out. */
  gaps: z.array(Day),
})
export type Series = z.infer<typeof Series>

/** Days that are left out, and days that are booked although their time is taken. One that is taken and is in neither is refused. */
const leaveOut = z.array(Day).max(100).default([])
const anyway = z.array(Day).max(100).default([])
const SERIES_TAKEN = { SERIES_TAKEN: { status: 409, data: z.object({ dates: z.array(SeriesDate) }) } } as const

const what = {
  format: Format,
  location: text(200).default(''),
}

export const NewSeries = z
  .strictObject({
    id: Id,
    clientIds: z.array(Id).min(1).max(12),
    /** The first; day and wall clock in the therapist's zone are taken from it. */
    startsAt: Instant,
    durationMinutes: Duration.default(defaultDurationMinutes),
    ...what,
    therapyType: TherapyType.default('individual'),
    videoUrl: VideoUrl.optional(),
    agreed: z.boolean().default(false),
    repeat: Repeat,
    leaveOut,
    anyway,
  })
  .refine(fits, seated)
export type NewSeries = z.input<typeof NewSeries>

const SeriesChange = z.strictObject({
  /** The session at which the change was made. */
  sessionId: Id,
  scope: SeriesScope,
  command: Command,
  /** The new time of that session; the others keep their distance to it in wall-clock time. */
  startsAt: Instant,
  durationMinutes: Duration,
  ...what,
  videoUrl: VideoUrl.nullable(),
  /** Another rhythm from here on; left out, it stays. */
  repeat: Repeat.optional(),
  leaveOut,
  agreed: z.boolean().default(false),
  reason: Reason.default(''),
  anyway,
  /** The revision of the session that the change was decided on. */
  revision: z.int().optional(),
  /** The command of a move of a moment ago: everything is put back as it was before it, whatever else is said here. */
  undoes: Command.optional(),
})
export type SeriesChange = z.input<typeof SeriesChange>

/** Sessions that repeat (decisions, 'Recurrence'). The product lays the rows out 12 months ahead. */
export const series = {
  /** What planning would lay out, each date with what is in its way; nothing is saved. At most 60 dates. */
  preview: procedure
    .input(z.strictObject({ startsAt: Instant, durationMinutes: Duration, repeat: Repeat }))
    .output(z.strictObject({ dates: z.array(SeriesDate), total: z.number() })),
  plan: procedure
    .input(NewSeries)
    .output(z.strictObject({ series: Series, firstSessionId: Id.nullable(), made: z.number() }))
    .errors({ ...SERIES_TAKEN, ...INACTIVE, ...PAST }),
  get: procedure.input(ById).output(Series),
  /** What a change would lead to, as `preview`; `unchanged` counts those that were moved or called off by themselves. */
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
  /** Moves, edits, or gives another rhythm. 'following' goes on as a series of its own; what has begun stays. */
  change: procedure
    .input(SeriesChange)
    .output(z.strictObject({ series: Series, changed: z.number() }))
    .errors({ ...SERIES_TAKEN, ...STEP, ...PAST, CHANGED: { status: 409 } }),
  /** Cancels all to come from here on, also those that were moved by themselves; one mail lists the dates. */
  cancel: procedure
    .input(z.strictObject({ sessionId: Id, scope: SeriesScope, command: Command, reason: Reason.default('') }))
    .output(z.strictObject({ cancelled: z.number() }))
    .errors(STEP),
  /** Accepts all of the session's series that have not begun and await an answer, also those that were moved by themselves: the client's own answers, or for the therapist those of all who take part. */
  accept: procedure
    .input(z.strictObject({ sessionId: Id, command: Command }))
    .output(z.strictObject({ accepted: z.number() }))
    .errors(STEP),
}
