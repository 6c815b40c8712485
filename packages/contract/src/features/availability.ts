import { z } from 'zod'
import { absenceSpanProblem, doNotOverlap, endsAfterStart, maxRangesPerDay } from './availability.rules.ts'
import { textLengths } from '../common/lengths.ts'
import { Id, EmptyInput, Done } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.schemas.ts'
import { ClockTime, Day, Instant } from '../common/time.schemas.ts'
import { SessionFormat, Duration, CLIENT_INACTIVE, Session } from './session.schemas.ts'

/** `HH:MM` in the therapist's zone. A range can end at `24:00`. */
const Until = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const range = {
  from: ClockTime,
  until: Until,
  formats: z.array(SessionFormat).min(1).max(3),
  /** The location of sessions in person; empty for the therapist's usual location. */
  location: text(textLengths.location).default(''),
}
const TimeRange = z.strictObject(range).refine(endsAfterStart, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type TimeRange = z.infer<typeof TimeRange>
const Ranges = z.array(TimeRange).max(maxRangesPerDay).refine(doNotOverlap, 'OVERLAP')

/** Weekdays in ISO 8601: 1 is Monday. */
const WeeklyRange = z
  .strictObject({ weekday: z.int().min(1).max(7), ...range })
  .refine(endsAfterStart, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type WeeklyRange = z.infer<typeof WeeklyRange>

const Weekly = z
  .array(WeeklyRange)
  .max(7 * maxRangesPerDay)
  .refine(
    (all) => [1, 2, 3, 4, 5, 6, 7].every((day) => doNotOverlap(all.filter((each) => each.weekday === day))),
    'OVERLAP',
  )

const minutes = (most: number) => z.int().min(0).max(most)

/** Rules for clients who book. They never restrict the therapist. */
export const BookingRules = z.strictObject({
  /** Free minutes before and after a session. The gap between two sessions is at least the sum of both. */
  bufferBefore: minutes(240),
  bufferAfter: minutes(240),
  /** The earliest booking, in minutes from now. */
  noticeMinutes: minutes(129_600),
  /** The latest booking, in days from today. */
  horizonDays: z.int().min(1).max(366),
  /** Bookable times start at multiples of this step from the start of a range. */
  stepMinutes: z.int().min(5).max(240),
  /** How many sessions a day and a week can have before clients cannot book more; null for no limit. */
  perDay: z.int().min(1).max(100).nullable(),
  perWeek: z.int().min(1).max(500).nullable(),
})
export type BookingRules = z.infer<typeof BookingRules>

const DayOverride = z.strictObject({ day: Day, ranges: z.array(z.strictObject(range)) })

/** The therapist's own hours and rules. `version` counts the changes. */
export const Availability = z.strictObject({
  weekly: z.array(z.strictObject({ weekday: z.number(), ...range })),
  rules: BookingRules,
  version: z.number(),
  zone: z.string(),
  /** Days from today on with their own hours. A day without a range is closed. */
  days: z.array(DayOverride),
})
export type Availability = z.infer<typeof Availability>

export const Absence = z.strictObject({
  id: Id,
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  wholeDays: z.boolean(),
})
export type Absence = z.infer<typeof Absence>

const span = { startsAt: Instant, endsAt: Instant }
const isValidSpan = (each: { startsAt: string; endsAt: string }) => absenceSpanProblem(each) === null
const wrongSpan = { error: 'WRONG_SPAN', path: ['endsAt'] }

const NewAbsence = z
  .strictObject({ id: Id, title: text(textLengths.title).default(''), ...span, wholeDays: z.boolean() })
  .refine(isValidSpan, wrongSpan)

/** A bookable time. */
export const Slot = z.strictObject({ startsAt: z.string(), endsAt: z.string(), location: z.string() })
export type Slot = z.infer<typeof Slot>

/** At most 62 days, counted in the therapist's zone. */
const window = { from: Day, to: Day, format: SessionFormat, durationMinutes: Duration.optional() }

const SlotSearchResult = z.strictObject({
  /** The therapist's zone. */
  zone: z.string(),
  durationMinutes: z.number(),
  /** The formats that the therapist offers at any time. */
  formats: z.array(SessionFormat),
  /** By start. */
  slots: z.array(Slot),
  /** The first bookable time from now on within the horizon. */
  next: z.string().nullable(),
  /** The first and the last day that the rules allow. */
  earliest: z.string(),
  latest: Day,
  /** Whether clients can propose another time. */
  proposeTimes: z.boolean(),
})
export type SlotSearchResult = z.infer<typeof SlotSearchResult>

export const availability = {
  /** The acting therapist's own hours and rules. */
  mine: procedure.input(EmptyInput).output(Availability),
  save: procedure
    .input(z.strictObject({ weekly: Weekly, rules: BookingRules, version: z.int() }))
    .output(Availability)
    .errors({ CHANGED: { status: 409, data: Availability } }),
  /** Sets the hours of one day; null restores the weekly hours. */
  setDay: procedure.input(z.strictObject({ day: Day, ranges: Ranges.nullable() })).output(Availability),
  /** The absences that have not ended, by start. */
  absences: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(Absence) })),
  /** The sessions during an absence. Saves nothing. */
  absenceHits: procedure
    .input(z.strictObject(span).refine(isValidSpan, wrongSpan))
    .output(z.strictObject({ items: z.array(Session), total: z.number() })),
  /** Creates an absence, or changes the one with this id. Leaves the sessions as they are. */
  saveAbsence: procedure
    .input(NewAbsence)
    .output(z.strictObject({ absence: Absence, hits: z.array(Session), total: z.number() })),
  removeAbsence: procedure.input(z.strictObject({ id: Id })).output(Done),
  /** The times that a client can book; a therapist sees the same as the clients. */
  slots: procedure
    /** `sessionId` names a session to move, whose current time counts as free. */
    .input(z.strictObject({ therapistId: Id, ...window, sessionId: Id.optional() }))
    .output(SlotSearchResult)
    .errors(CLIENT_INACTIVE),
  /** The times that clients would see with hours and rules that are not saved yet. */
  preview: procedure.input(z.strictObject({ weekly: Weekly, rules: BookingRules, ...window })).output(SlotSearchResult),
}
