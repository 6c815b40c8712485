import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { Id, Command, ById, EmptyInput, Done } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Repeat } from '../common/recurrence.schemas.ts'
import { text, requiredText } from '../common/text.schemas.ts'
import { Instant, Zone, Day } from '../common/time.schemas.ts'
import { Absence } from './availability.ts'
import { eventScopes, feedModes, importErrors } from './calendar.rules.ts'
import { Conflict, SessionFormat } from './session.schemas.ts'

/** A busy time (row 3.13) of at most 24 hours. Longer ones are absences. */
export const CalendarEvent = z.strictObject({
  id: Id,
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.string(),
  /** How it repeats; null for a single event. */
  repeat: Repeat.nullable(),
  seriesId: Id.nullable(),
  revision: z.number(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

const dayMilliseconds = 86_400_000
const span = { startsAt: Instant, endsAt: Instant }
const withinADay = (each: { startsAt: string; endsAt: string }) =>
  each.startsAt < each.endsAt && Date.parse(each.endsAt) - Date.parse(each.startsAt) <= dayMilliseconds
const wrongSpan = { error: 'WRONG_SPAN', path: ['endsAt'] }

/** Start times of the conflicts that the therapist accepts. Any other conflict is refused. */
const anyway = z.array(Instant).max(400).default([])

const NewCalendarEvent = z
  .strictObject({
    /** The id of the event, or of its first occurrence. */
    id: Id,
    title: requiredText(textLengths.title),
    ...span,
    location: text(textLengths.location).default(''),
    repeat: Repeat.optional(),
    anyway,
  })
  .refine(withinADay, wrongSpan)
export type NewCalendarEvent = z.input<typeof NewCalendarEvent>

export const EventScope = z.enum(eventScopes)
export type EventScope = z.infer<typeof EventScope>

/** Names a change of a recurring event, so that `takeBack` can undo it. */
const command = Command.optional()

const EventEdit = z
  .strictObject({
    id: Id,
    scope: EventScope.default('one'),
    title: requiredText(textLengths.title),
    ...span,
    location: text(textLengths.location),
    /** For 'following' and 'all': a new rule. Null ends the repetition here. If it is omitted, the rule does not change. */
    repeat: Repeat.nullable().optional(),
    anyway,
    revision: z.int(),
    command,
  })
  .refine(withinADay, wrongSpan)

const TAKEN = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const

/** An event of an imported calendar, split into parts of at most one day. */
const ImportedEvent = z.strictObject({
  calendarId: Id,
  calendarName: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
})
export type ImportedEvent = z.infer<typeof ImportedEvent>

const OpenRange = z.strictObject({
  startsAt: z.string(),
  endsAt: z.string(),
  formats: z.array(SessionFormat),
  location: z.string(),
})

/** How a feed names the other person of a session: not at all, by the therapist's own code, by initials, or by full name. */
export const FeedMode = z.enum(feedModes)
export type FeedMode = z.infer<typeof FeedMode>

const Feed = z.strictObject({
  address: z.string(),
  mode: FeedMode,
  createdAt: z.string(),
  /** When a calendar app last fetched it. */
  fetchedAt: z.string().nullable(),
})
export type Feed = z.infer<typeof Feed>

export const ImportedCalendar = z.strictObject({
  id: Id,
  name: z.string(),
  /** The host of its address. The rest is secret and never returned. */
  host: z.string(),
  state: z.enum(['new', 'ok', 'failing']),
  error: z.enum(importErrors).nullable(),
  events: z.number(),
  readAt: z.string().nullable(),
  nextReadAt: z.string(),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendar>

/** The therapist's calendar without the sessions, which `session.between` returns. */
export const calendar = {
  /** At most 62 days. `days` are days of the therapist's zone. */
  between: procedure.input(z.strictObject(span)).output(
    z.strictObject({
      zone: z.string(),
      events: z.array(CalendarEvent),
      absences: z.array(Absence),
      imported: z.array(ImportedEvent),
      open: z.array(OpenRange),
      /** How many sessions of the usual duration clients could still book on each day. */
      days: z.array(z.strictObject({ day: Day, free: z.number() })),
    }),
  ),
  /**
   * The conflicts of a time. Saves nothing. `but` is the id of a session or event to ignore, because it is being moved. With `repeat` or
   * a wider `scope`, returns the conflicts of all affected dates.
   */
  conflicts: procedure
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
  addEvent: procedure.input(NewCalendarEvent).output(CalendarEvent).errors(TAKEN),
  editEvent: procedure
    .input(EventEdit)
    .output(CalendarEvent)
    .errors({ ...TAKEN, CHANGED: { status: 409, data: CalendarEvent } }),
  removeEvent: procedure.input(z.strictObject({ id: Id, scope: EventScope.default('one'), command })).output(Done),
  /** Undoes a recent change of a recurring event. Restores all its occurrences, and rejoins a series that the change split. */
  takeBack: procedure
    .input(z.strictObject({ seriesId: Id, undoes: Command }))
    .output(Done)
    .errors({ ...TAKEN, CHANGED: { status: 409 } }),
  /** The caller's feed; null if there is none. */
  feed: procedure.input(EmptyInput).output(z.strictObject({ feed: Feed.nullable() })),
  /** Creates the feed or changes its mode. A client's feed names the therapist according to the mode, or only 'busy'. */
  setFeed: procedure.input(z.strictObject({ mode: FeedMode })).output(Feed),
  /** Replaces the address. The old one stops working at once. */
  rotateFeed: procedure
    .input(EmptyInput)
    .output(Feed)
    .errors({ NO_FEED: { status: 409 } }),
  removeFeed: procedure.input(EmptyInput).output(Done),
  imports: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(ImportedCalendar) })),
  /** At most 10. Treats `webcal://` as `https://`. Reads the calendar at once. */
  addImport: procedure
    .input(
      z.strictObject({
        id: Id,
        name: requiredText(textLengths.calendarName),
        address: requiredText(textLengths.calendarAddress),
      }),
    )
    .output(ImportedCalendar)
    .errors({ NOT_AN_ADDRESS: { status: 409 }, TOO_MANY: { status: 409 } }),
  renameImport: procedure
    .input(z.strictObject({ id: Id, name: requiredText(textLengths.calendarName) }))
    .output(ImportedCalendar),
  /** Reads the calendar now and returns its new state. */
  readImport: procedure.input(ById).output(ImportedCalendar),
  removeImport: procedure.input(ById).output(Done),
  /** Counts what a change of zone would affect. */
  zoneChange: procedure.input(z.strictObject({ zone: Zone })).output(
    z.strictObject({
      from: Zone,
      sessions: z.number(),
      events: z.number(),
      absences: z.number(),
      series: z.number(),
    }),
  ),
  /** Changes the zone. `instant` keeps the planned instants; `wall-clock` keeps the wall-clock times and notifies the clients. */
  changeZone: procedure
    .input(z.strictObject({ zone: Zone, keep: z.enum(['instant', 'wall-clock']), command: Command }))
    .output(z.strictObject({ moved: z.number() }))
    .errors(TAKEN),
}
