import { z } from 'zod'
import { absenceSpanProblem, doNotOverlap, endsAfterStart, maxRangesPerDay } from './availability.rules.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { Done, EmptyInput, type IdOf, idOf, SessionId, SessionTypeId, TherapistId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { ClockTime, Day, Instant } from '../../../common/time/time.schemas.ts'
import { weekdays } from '../../../common/time/time.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { SessionFormat, Duration, CLIENT_INACTIVE, Session } from '../session/session.schemas.ts'

export const AbsenceId = idOf<'absence'>()
export type AbsenceId = IdOf<'absence'>

/** The end of a range, `HH:MM` in the therapist's zone; `24:00` is the end of the day. */
const Until = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const range = {
  from: ClockTime,
  until: Until,
  formats: z.array(SessionFormat).min(1).max(3),
  /** The location of sessions in person. An empty location means the therapist's usual location. */
  location: text(textLengths.location).default(''),
}
const TimeRange = z.strictObject(range).refine(endsAfterStart, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type TimeRange = z.infer<typeof TimeRange>
const Ranges = z.array(TimeRange).max(maxRangesPerDay).refine(doNotOverlap, 'OVERLAP')

/** Working hours on a weekday. Weekdays follow ISO 8601: 1 is Monday, 7 is Sunday. */
const WeeklyRange = z
  .strictObject({ weekday: z.int().min(1).max(7), ...range })
  .refine(endsAfterStart, { error: 'CROSSES_MIDNIGHT', path: ['until'] })
export type WeeklyRange = z.infer<typeof WeeklyRange>

const Weekly = z
  .array(WeeklyRange)
  .max(7 * maxRangesPerDay)
  .refine((all) => weekdays.every((day) => doNotOverlap(all.filter((each) => each.weekday === day))), 'OVERLAP')

const minutes = (most: number) => z.int().min(0).max(most)

/** Limits for bookings by clients. The therapist can schedule sessions outside these limits. */
export const BookingRules = z.strictObject({
  /** Free minutes before a session. The gap between two sessions is at least `bufferBefore` + `bufferAfter`. */
  bufferBefore: minutes(240),
  /** Free minutes after a session. */
  bufferAfter: minutes(240),
  /** A client must book at least this many minutes ahead. */
  noticeMinutes: minutes(129_600),
  /** A client can book at most this many days ahead. */
  horizonDays: z.int().min(1).max(366),
  /** Bookable times start at multiples of this step from the start of a range. */
  stepMinutes: z.int().min(5).max(240),
  /** The maximum number of sessions on a day. Clients cannot book more; null for no limit. */
  perDay: z.int().min(1).max(100).nullable(),
  /** The maximum number of sessions in a week. Clients cannot book more; null for no limit. */
  perWeek: z.int().min(1).max(500).nullable(),
})
export type BookingRules = z.infer<typeof BookingRules>

const DayOverride = z.strictObject({ day: Day, ranges: z.array(z.strictObject(range)) })

/** The therapist's own hours and rules. */
export const Availability = z.strictObject({
  weekly: z.array(z.strictObject({ weekday: z.number(), ...range })),
  rules: BookingRules,
  /** The number of changes. A call that changes the availability sends the version on which the change is based. */
  version: z.number(),
  /** The therapist's time zone. All hours are in this zone. */
  zone: z.string(),
  /**
   * Days from today on that have their own hours instead of the weekly hours. A day without ranges has no bookable
   * times.
   */
  days: z.array(DayOverride),
})
export type Availability = z.infer<typeof Availability>

/** Time off. */
export const Absence = z.strictObject({
  id: AbsenceId,
  /** The title of the time off; empty if the therapist gave none. */
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Whether the time off consists of whole days in the zone of the therapist. */
  wholeDays: z.boolean(),
})
export type Absence = z.infer<typeof Absence>

const span = { startsAt: Instant, endsAt: Instant }
const isValidSpan = (each: { startsAt: string; endsAt: string }) => absenceSpanProblem(each) === null
const wrongSpan = { error: 'WRONG_SPAN', path: ['endsAt'] }

const NewAbsence = z
  .strictObject({ id: AbsenceId, title: text(textLengths.title).default(''), ...span, wholeDays: z.boolean() })
  .refine(isValidSpan, wrongSpan)

/** A time that a client can book. */
export const Slot = z.strictObject({ startsAt: z.string(), endsAt: z.string(), location: z.string() })
export type Slot = z.infer<typeof Slot>

/**
 * The input of a search for bookable times: the days, at most 62 and in the therapist's zone, and the format and duration of the session.
 */
const window = { from: Day, to: Day, format: SessionFormat, durationMinutes: Duration.optional() }

/** The times that a client can book. */
export const SlotSearchResult = z.strictObject({
  /** The therapist's time zone. */
  zone: z.string(),
  /** The duration of each bookable time in minutes. */
  durationMinutes: z.number(),
  /** All formats that occur in the therapist's hours on any day. */
  formats: z.array(SessionFormat),
  /** The bookable times of the requested days, sorted by start. */
  slots: z.array(Slot),
  /** The start of the first bookable time from now on, inside or outside the requested days; null if there is none. */
  next: z.string().nullable(),
  /** The earliest instant that the rules allow for a booking. */
  earliest: z.string(),
  /** The last day that the rules allow for a booking, in the therapist's zone. */
  latest: Day,
  /** Whether clients can propose a time outside the bookable times. */
  proposeTimes: z.boolean(),
})
export type SlotSearchResult = z.infer<typeof SlotSearchResult>

/** A range as a client sees it. The location is empty if the range offers no session in person. */
const bookableRange = { ...range, location: z.string() }

/** The hours in which clients can book a therapist, without regard to sessions, time off and booking rules. */
const BookableHours = z.strictObject({
  /** The time zone of the therapist. All times are in this zone. */
  zone: z.string(),
  weekly: z.array(z.strictObject({ weekday: z.number(), ...bookableRange })),
  /** Days with their own hours, from today to the last day that the rules allow for a booking. */
  days: z.array(z.strictObject({ day: Day, ranges: z.array(z.strictObject(bookableRange)) })),
})
export type BookableHours = z.infer<typeof BookableHours>

/** The tables of this feature that a browser can subscribe to. */
export const availabilityTables = {
  absences: { table: 'absence', filters: ['id', 'therapist_id'] },
  availability: { table: 'availability', filters: ['id', 'therapist_id'] },
  day_overrides: { table: 'day_override', filters: ['id', 'therapist_id'] },
  /** Not a table: this change is sent to a therapist's clients when the bookable times may have changed. */
  free_times: { table: 'free_time', filters: ['therapist_id'] },
} as const satisfies RealtimeTables

export const availability = {
  /** The acting therapist's own hours and rules. */
  mine: read.input(EmptyInput).output(Availability),
  save: write
    .input(z.strictObject({ weekly: Weekly, rules: BookingRules, version: z.int() }))
    .output(Availability)
    .errors({ CHANGED: { status: 409, data: Availability } }),
  /** Sets the hours of one day. `ranges: null` restores the weekly hours. */
  setDay: write.input(z.strictObject({ day: Day, ranges: Ranges.nullable() })).output(Availability),
  /** The current and future absences, sorted by start. */
  absences: read.input(EmptyInput).output(z.strictObject({ items: z.array(Absence) })),
  /** The sessions that overlap with a planned absence. Saves nothing. */
  sessionsDuringTimeOff: read
    .input(z.strictObject(span).refine(isValidSpan, wrongSpan))
    .output(z.strictObject({ items: z.array(Session), total: z.number() })),
  /**
   * Creates an absence, or changes the absence with this id. Returns the sessions that overlap with the absence, but
   * does not change these sessions.
   */
  saveAbsence: write
    .input(NewAbsence)
    .output(z.strictObject({ absence: Absence, hits: z.array(Session), total: z.number() })),
  removeAbsence: write.input(z.strictObject({ id: AbsenceId })).output(Done),
  /** The times that a client can book; a therapist gets the same times. */
  slots: read
    /** `sessionId` is the id of a session to move. The current time of this session counts as free. */
    .input(
      z.strictObject({
        therapistId: TherapistId,
        ...window,
        sessionId: SessionId.optional(),
        /** A type that is offered to the client. It sets the format and the buffers, and the duration unless that is given. */
        typeId: SessionTypeId.optional(),
      }),
    )
    .output(SlotSearchResult)
    .errors(CLIENT_INACTIVE),
  /**
   * The next free times of the therapist for a session, at most `limit`, sorted by start: at most two on a day, and none that overlap. Like
   * `slots`, but without the minimum notice and the limits per day and week, which bind clients only.
   */
  nextFree: read
    .input(
      z.strictObject({
        format: SessionFormat,
        durationMinutes: Duration,
        limit: z.int().min(1).max(5),
        sessionId: SessionId.optional(),
        typeId: SessionTypeId.optional(),
      }),
    )
    .output(z.strictObject({ slots: z.array(Slot) })),
  /** The hours in which a client can book a connected therapist. */
  hours: read
    .input(z.strictObject({ therapistId: TherapistId }))
    .output(BookableHours)
    .errors(CLIENT_INACTIVE),
  /** The times that clients would see with hours and rules that are not saved yet. */
  preview: read.input(z.strictObject({ weekly: Weekly, rules: BookingRules, ...window })).output(SlotSearchResult),
}
