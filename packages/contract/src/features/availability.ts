import { z } from 'zod'
import { Id, Done, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { text } from '../common/text.ts'
import { ClockTime, Day, Instant } from '../common/time.ts'
import { Duration, Format, INACTIVE, Session } from './session.shapes.ts'

/** `HH:MM` of the therapist's zone; a range may end at `24:00`. */
const Until = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const range = {
  from: ClockTime,
  until: Until,
  formats: z.array(Format).min(1).max(3),
  /** Where sessions in person take place in it; empty: the therapist's usual place. */
  location: text(200).default(''),
}
/** One day's open hours: in any order, none crossing midnight, none over another. */
const inOrder = (each: { from: string; until: string }) => each.from < each.until
const apart = (ranges: { from: string; until: string }[]) => {
  const sorted = ranges.toSorted((a, b) => a.from.localeCompare(b.from))
  return sorted.every((each, i) => i === 0 || (sorted[i - 1]?.until ?? '') <= each.from)
}

const Range = z.strictObject(range).refine(inOrder, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type Range = z.infer<typeof Range>
const Ranges = z.array(Range).max(12).refine(apart, 'OVERLAP')

/** Weekdays as ISO 8601 counts them: 1 is Monday. */
const WeekRange = z
  .strictObject({ weekday: z.int().min(1).max(7), ...range })
  .refine(inOrder, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type WeekRange = z.infer<typeof WeekRange>

const Weekly = z
  .array(WeekRange)
  .max(84)
  .refine((all) => [1, 2, 3, 4, 5, 6, 7].every((day) => apart(all.filter((each) => each.weekday === day))), 'OVERLAP')

const minutes = (most: number) => z.int().min(0).max(most)

/** What binds clients who book, never the therapist. */
export const BookingRules = z.strictObject({
  /** Minutes kept free before and after a session; between two sessions they add up. */
  bufferBefore: minutes(240),
  bufferAfter: minutes(240),
  /** The earliest booking, in minutes from now. */
  noticeMinutes: minutes(129_600),
  /** The latest booking, in days from today. */
  horizonDays: z.int().min(1).max(366),
  /** Free times begin at this step from the beginning of a range. */
  stepMinutes: z.int().min(5).max(240),
  /** How many sessions a day and a week may hold before no more can be booked; null: no limit. */
  perDay: z.int().min(1).max(100).nullable(),
  perWeek: z.int().min(1).max(500).nullable(),
})
export type BookingRules = z.infer<typeof BookingRules>

export const defaultRules: BookingRules = {
  bufferBefore: 0,
  bufferAfter: 10,
  noticeMinutes: 1440,
  horizonDays: 56,
  stepMinutes: 30,
  perDay: null,
  perWeek: null,
}

const DayOverride = z.strictObject({ day: Day, ranges: z.array(z.strictObject(range)) })

/** A therapist's own timetable; `version` counts its changes. */
export const Availability = z.strictObject({
  weekly: z.array(z.strictObject({ weekday: z.number(), ...range })),
  rules: BookingRules,
  version: z.number(),
  zone: z.string(),
  /** Single days from today on with hours of their own; without a range: closed. */
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
const forward = (each: { startsAt: string; endsAt: string }) =>
  each.startsAt < each.endsAt && Date.parse(each.endsAt) - Date.parse(each.startsAt) <= 1100 * 86_400_000
const backward = { error: 'WRONG_SPAN', path: ['endsAt'] }

const NewAbsence = z
  .strictObject({ id: Id, title: text(200).default(''), ...span, wholeDays: z.boolean() })
  .refine(forward, backward)

/** A time that can be booked. */
export const Slot = z.strictObject({ startsAt: z.string(), endsAt: z.string(), location: z.string() })
export type Slot = z.infer<typeof Slot>

/** At most 62 days, counted in the therapist's zone. */
const window = { from: Day, to: Day, format: Format, durationMinutes: Duration.optional() }

const Slots = z.strictObject({
  /** The therapist's. */
  zone: z.string(),
  durationMinutes: z.number(),
  /** The formats in which the therapist is ever open. */
  formats: z.array(Format),
  /** By start. */
  slots: z.array(Slot),
  /** The first time from now on that can be booked at all, within the horizon. */
  next: z.string().nullable(),
  /** The first and the last day that the rules allow. */
  earliest: z.string(),
  latest: Day,
  /** Whether another time may be proposed. */
  proposeTimes: z.boolean(),
})
export type Slots = z.infer<typeof Slots>

export const availability = {
  /** The acting therapist's own. */
  mine: procedure.input(Nothing).output(Availability),
  save: procedure
    .input(z.strictObject({ weekly: Weekly, rules: BookingRules, version: z.int() }))
    .output(Availability)
    .errors({ CHANGED: { status: 409, data: Availability } }),
  /** Other hours on one day; null: those of the week again. */
  setDay: procedure.input(z.strictObject({ day: Day, ranges: Ranges.nullable() })).output(Availability),
  /** Those that have not ended, by start. */
  absences: procedure.input(Nothing).output(z.strictObject({ items: z.array(Absence) })),
  /** The sessions that an absence would hit; nothing is saved. */
  absenceHits: procedure
    .input(z.strictObject(span).refine(forward, backward))
    .output(z.strictObject({ items: z.array(Session), total: z.number() })),
  /** The same id saves it anew. Sessions stay as they are until they are moved or cancelled. */
  saveAbsence: procedure
    .input(NewAbsence)
    .output(z.strictObject({ absence: Absence, hits: z.array(Session), total: z.number() })),
  removeAbsence: procedure.input(z.strictObject({ id: Id })).output(Done),
  /** What a client may book with a therapist; for the therapist what clients see. */
  slots: procedure
    /** With a session that is to be moved: what it takes now is free for it. */
    .input(z.strictObject({ therapistId: Id, ...window, sessionId: Id.optional() }))
    .output(Slots)
    .errors(INACTIVE),
  /** What clients would see with a timetable that is not saved yet. */
  preview: procedure.input(z.strictObject({ weekly: Weekly, rules: BookingRules, ...window })).output(Slots),
}
