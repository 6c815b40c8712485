import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { byId, Command, Done, EmptyInput, EventId, Id, ImportedCalendarId, SeriesId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { recurrenceScopes } from '../../../common/time/recurrence.ts'
import { Repeat } from '../../../common/time/recurrence.schemas.ts'
import { text, requiredText } from '../../../common/text/text.schemas.ts'
import { Instant, Zone, Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Absence } from '../availability/availability.ts'
import { feedModes, importErrors } from './calendar.rules.ts'
import { Conflict, SessionFormat } from '../session/session.schemas.ts'

/** A busy time (row 3.13), at most 24 hours long. A therapist enters a longer time as an absence. */
export const CalendarEvent = z.strictObject({
  id: EventId,
  /** The title; empty if the therapist gave none. Calendars then show 'Busy' in the reader's language. */
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** The location; empty if there is none. */
  location: z.string(),
  /** The rule by which the event repeats; null for a single event. */
  repeat: Repeat.nullable(),
  /** The series to which the event belongs; null for a single event. */
  seriesId: SeriesId.nullable(),
  /** A number that increases with each change of the event. An edit sends the revision on which it is based. */
  revision: z.number(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

const dayMilliseconds = 86_400_000
const span = { startsAt: Instant, endsAt: Instant }
const withinADay = (each: { startsAt: string; endsAt: string }) =>
  each.startsAt < each.endsAt && Date.parse(each.endsAt) - Date.parse(each.startsAt) <= dayMilliseconds
const wrongSpan = { error: 'WRONG_SPAN', path: ['endsAt'] }

/** The start times of conflicts that the therapist accepts. Any other conflict is refused with SLOT_TAKEN. */
const anyway = z.array(Instant).max(400).default([])

const NewCalendarEvent = z
  .strictObject({
    /** The id of the event. For a recurring event, the id of the first occurrence. */
    id: EventId,
    title: text(textLengths.title).default(''),
    ...span,
    location: text(textLengths.location).default(''),
    repeat: Repeat.optional(),
    anyway,
  })
  .refine(withinADay, wrongSpan)
export type NewCalendarEvent = z.input<typeof NewCalendarEvent>

export const EventScope = z.enum(recurrenceScopes)
export type EventScope = z.infer<typeof EventScope>

/** The id of a change of a recurring event. `undoEventChange` with this id undoes the change. */
const command = Command.optional()

const EventEdit = z
  .strictObject({
    id: EventId,
    /** The occurrences that change. */
    scope: EventScope.default('one'),
    title: text(textLengths.title),
    ...span,
    location: text(textLengths.location),
    /**
     * A new rule, only for the scopes 'following' and 'all'. Null ends the repetition with this occurrence. If the field is omitted, the
     * rule does not change.
     */
    repeat: Repeat.nullable().optional(),
    anyway,
    /** The revision of the event on which the edit is based. */
    revision: z.int(),
    command,
  })
  .refine(withinADay, wrongSpan)

const TAKEN = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const

/**
 * An event of an imported calendar. An event longer than one day is split into several events of at most one day each.
 */
const ImportedEvent = z.strictObject({
  calendarId: ImportedCalendarId,
  calendarName: z.string(),
  /** Whether the calendar was not synced for 24 hours, so that the event may have changed. */
  isOutdated: z.boolean(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
})
export type ImportedEvent = z.infer<typeof ImportedEvent>

/** A part of the hours in which clients can book. */
const OpenRange = z.strictObject({
  startsAt: z.string(),
  endsAt: z.string(),
  /** The formats that clients can book in it. */
  formats: z.array(SessionFormat),
  location: z.string(),
})

/**
 * The label of a session in a calendar feed. 'busy' names no person. All other modes name the other participant: by the therapist's own
 * code, by initials, or by full name.
 */
export const FeedMode = z.enum(feedModes)
export type FeedMode = z.infer<typeof FeedMode>

/** The feed of the therapist's calendar for other calendar apps. */
const Feed = z.strictObject({
  /** The URL for a calendar app. It is secret. */
  address: z.string(),
  /** The form in which the feed names the clients. */
  mode: FeedMode,
  createdAt: z.string(),
  /** The time at which a calendar app last fetched the feed; null if no app has fetched the feed. */
  fetchedAt: z.string().nullable(),
})
export type Feed = z.infer<typeof Feed>

/** A calendar of another service that is imported. */
export const ImportedCalendar = z.strictObject({
  id: ImportedCalendarId,
  name: z.string(),
  /** The host of the calendar's address. The rest of the address is secret and never returned. */
  host: z.string(),
  /** `new`: it was never read. `ok`: the last attempt succeeded. `failing`: it failed. */
  state: z.enum(['new', 'ok', 'failing']),
  /** The reason why the last attempt failed; null if it succeeded. */
  error: z.enum(importErrors).nullable(),
  /** The number of events. */
  events: z.number(),
  /** The time at which it was last read; null if it never was. */
  readAt: z.string().nullable(),
  nextReadAt: z.string(),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendar>

/** The tables of this feature that a browser can subscribe to. */
export const calendarTables = {
  events: { table: 'event', filters: ['id', 'therapist_id'] },
  imported_calendars: { table: 'imported_calendar', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** The content of a therapist's calendar without the sessions. */
export const CalendarContent = z.strictObject({
  zone: z.string(),
  events: z.array(CalendarEvent),
  absences: z.array(Absence),
  imported: z.array(ImportedEvent),
  open: z.array(OpenRange),
  /** The number of sessions of the usual duration that clients could still book on each day. */
  days: z.array(z.strictObject({ day: Day, free: z.number() })),
})
export type CalendarContent = z.infer<typeof CalendarContent>

/** The therapist's calendar without the sessions, which `session.between` returns. */
export const calendar = {
  /** The contents of the calendar between two instants at most 62 days apart. `days` are days in the therapist's zone. */
  between: read.input(z.strictObject(span)).output(CalendarContent),
  /**
   * Returns the conflicts with a planned time. Saves nothing. `but` is the id of the session or event to move, which
   * does not count as a conflict. With `repeat`, or with a `scope` other than 'one', returns the conflicts of all
   * affected dates.
   */
  conflicts: read
    .input(
      z
        .strictObject({
          ...span,
          but: Id.optional(),
          scope: EventScope.default('one'),
          repeat: Repeat.nullable().optional(),
        })
        .refine(withinADay, wrongSpan),
    )
    .output(z.strictObject({ items: z.array(Conflict) })),
  addEvent: write.input(NewCalendarEvent).output(CalendarEvent).errors(TAKEN),
  editEvent: write
    .input(EventEdit)
    .output(CalendarEvent)
    .errors({ ...TAKEN, CHANGED: { status: 409, data: CalendarEvent } }),
  removeEvent: write.input(z.strictObject({ id: EventId, scope: EventScope.default('one'), command })).output(Done),
  /**
   * Undoes a recent change of a recurring event. Restores all occurrences that the change affected. If the change split the series, joins the two
   * parts again. Refuses with SLOT_TAKEN and the conflicts if a session was booked at a previous time of an event, and with CHANGED if the change is
   * too old or an event has changed since.
   */
  undoEventChange: write
    .input(z.strictObject({ seriesId: SeriesId, undoes: Command }))
    .output(Done)
    .errors({ ...TAKEN, CHANGED: { status: 409 } }),
  /** The calendar feed of the caller; null if there is none. */
  feed: read.input(EmptyInput).output(z.strictObject({ feed: Feed.nullable() })),
  /** Creates the feed or changes its mode. In a client's feed, the mode 'code' does not name the therapist. */
  setFeed: write.input(z.strictObject({ mode: FeedMode })).output(Feed),
  /** Gives the feed a new address. The old address stops working at once. Refuses with NO_FEED if the caller has no feed. */
  rotateFeed: write
    .input(EmptyInput)
    .output(Feed)
    .errors({ NO_FEED: { status: 409 } }),
  removeFeed: write.input(EmptyInput).output(Done),
  imports: read.input(EmptyInput).output(z.strictObject({ items: z.array(ImportedCalendar) })),
  /**
   * Adds an imported calendar and reads it at once. `webcal://` counts as `https://`. Refuses with NOT_AN_ADDRESS if the address is not a web address
   * or contains a user name or password, and with LIMIT_REACHED for more than 10 calendars.
   */
  addImport: write
    .input(
      z.strictObject({
        id: ImportedCalendarId,
        name: requiredText(textLengths.calendarName),
        address: requiredText(textLengths.calendarAddress),
      }),
    )
    .output(ImportedCalendar)
    .errors({ NOT_AN_ADDRESS: { status: 409 }, ...limitRefusal }),
  renameImport: write
    .input(z.strictObject({ id: ImportedCalendarId, name: requiredText(textLengths.calendarName) }))
    .output(ImportedCalendar),
  /** Reads the calendar now and returns its new state. */
  readImport: write.input(byId(ImportedCalendarId)).output(ImportedCalendar),
  removeImport: write.input(byId(ImportedCalendarId)).output(Done),
  /** Counts the sessions, events, absences and series that a change of the therapist's zone would affect. */
  zoneChange: read.input(z.strictObject({ zone: Zone })).output(
    z.strictObject({
      from: Zone,
      sessions: z.number(),
      events: z.number(),
      absences: z.number(),
      series: z.number(),
    }),
  ),
  /**
   * Changes the therapist's zone. With `keep: instant`, sessions, events and absences keep their instants. With `wall-clock`, they keep their
   * wall-clock times, and the clients of the moved sessions are notified; a session that has begun or would move into the past keeps its instant.
   * Repeating the command changes nothing. Refuses with SLOT_TAKEN if sessions would overlap that did not overlap before.
   */
  changeZone: write
    .input(z.strictObject({ zone: Zone, keep: z.enum(['instant', 'wall-clock']), command: Command }))
    .output(z.strictObject({ moved: z.number() }))
    .errors(TAKEN),
}
