import { z } from 'zod'
import { ById, Command, Done, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { Repeat } from '../common/recurrence.ts'
import { requiredText, text } from '../common/text.ts'
import { Day, Instant, Zone } from '../common/time.ts'
import { Absence } from './availability.ts'
import { Conflict, Format } from './session.shapes.ts'

/** A busy block (row 3.13). It lasts at most 24 hours; what lasts longer is an absence. */
export const Event = z.strictObject({
  id: Id,
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.string(),
  /** How it repeats; null for a single one. */
  repeat: Repeat.nullable(),
  seriesId: Id.nullable(),
  revision: z.number(),
})
export type Event = z.infer<typeof Event>

const dayMilliseconds = 86_400_000
const span = { startsAt: Instant, endsAt: Instant }
const withinADay = (each: { startsAt: string; endsAt: string }) =>
  each.startsAt < each.endsAt && Date.parse(each.endsAt) - Date.parse(each.startsAt) <= dayMilliseconds
const wrongSpan = { error: 'WRONG_SPAN', path: ['endsAt'] }

/** What is in the way and may be, by when it starts. Anything else that is in the way of any date is refused. */
const anyway = z.array(Instant).max(400).default([])

const NewEvent = z
  .strictObject({
    /** Of the event, or of its first occurrence. */
    id: Id,
    title: requiredText(200),
    ...span,
    location: text(200).default(''),
    repeat: Repeat.optional(),
    anyway,
  })
  .refine(withinADay, wrongSpan)
export type NewEvent = z.input<typeof NewEvent>

export const eventScopes = ['one', 'following', 'all'] as const
export const EventScope = z.enum(eventScopes)
export type EventScope = z.infer<typeof EventScope>

/** Names an act upon a block that repeats, so that `takeBack` can undo it. */
const command = Command.optional()

const EventEdit = z
  .strictObject({
    id: Id,
    scope: EventScope.default('one'),
    title: requiredText(200),
    ...span,
    location: text(200),
    /** For 'following' and 'all': another rhythm; null: no more repeating from here on. Left out, it stays. */
    repeat: Repeat.nullable().optional(),
    anyway,
    revision: z.int(),
    command,
  })
  .refine(withinADay, wrongSpan)

const TAKEN = { SLOT_TAKEN: { status: 409, data: z.object({ conflicts: z.array(Conflict) }) } } as const

/** An event of a calendar elsewhere, in pieces of at most a day. */
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
  formats: z.array(Format),
  location: z.string(),
})

export const feedModes = ['busy', 'code', 'initials', 'name'] as const
/** What a feed says of whom a session is with: nothing, the therapist's own code, initials, or the full name. */
export const FeedMode = z.enum(feedModes)
export type FeedMode = z.infer<typeof FeedMode>

const Feed = z.strictObject({
  address: z.string(),
  mode: FeedMode,
  createdAt: z.string(),
  /** When a program last fetched it. */
  fetchedAt: z.string().nullable(),
})
export type Feed = z.infer<typeof Feed>

export const importErrors = [
  'not-https',
  'not-reached',
  'not-public',
  'too-slow',
  'too-large',
  'no-calendar',
  'too-many',
] as const

export const ImportedCalendar = z.strictObject({
  id: Id,
  name: z.string(),
  /** The machine of its address; the rest is a secret and never told again. */
  host: z.string(),
  state: z.enum(['new', 'ok', 'failing']),
  error: z.enum(importErrors).nullable(),
  events: z.number(),
  readAt: z.string().nullable(),
  nextReadAt: z.string(),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendar>

/** The therapist's calendar beside the sessions, which are read as `session.between`. */
export const calendar = {
  /** At most 62 days. `days` are those of the therapist's zone. */
  between: procedure.input(z.strictObject(span)).output(
    z.strictObject({
      zone: z.string(),
      events: z.array(Event),
      absences: z.array(Absence),
      imported: z.array(ImportedEvent),
      open: z.array(OpenRange),
      /** How many times clients could book on a day, one after the other, in the usual length. */
      days: z.array(z.strictObject({ day: Day, free: z.number() })),
    }),
  ),
  /**
   * What is in the way of a time; nothing is saved. `but`: a session or event that is being moved. Of a block with a `repeat`, and of
   * those of a series that `scope` names, what is in the way of any of their dates.
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
  addEvent: procedure.input(NewEvent).output(Event).errors(TAKEN),
  editEvent: procedure
    .input(EventEdit)
    .output(Event)
    .errors({ ...TAKEN, CHANGED: { status: 409, data: Event } }),
  removeEvent: procedure.input(z.strictObject({ id: Id, scope: EventScope.default('one'), command })).output(Done),
  /** Undoes an act of a moment ago upon a block that repeats: all of them stand as before, in the one series that they were. */
  takeBack: procedure
    .input(z.strictObject({ seriesId: Id, undoes: Command }))
    .output(Done)
    .errors({ ...TAKEN, CHANGED: { status: 409 } }),
  /** One's own feed; null where there is none. */
  feed: procedure.input(Nothing).output(z.strictObject({ feed: Feed.nullable() })),
  /** Makes the feed, or says what it tells. A client's has no modes: it names the therapist, or only 'busy'. */
  setFeed: procedure.input(z.strictObject({ mode: FeedMode })).output(Feed),
  /** Another address; the one before is dead at once. */
  rotateFeed: procedure
    .input(Nothing)
    .output(Feed)
    .errors({ NO_FEED: { status: 409 } }),
  removeFeed: procedure.input(Nothing).output(Done),
  imports: procedure.input(Nothing).output(z.strictObject({ items: z.array(ImportedCalendar) })),
  /** At most 10. `webcal://` is taken as `https://`. Read at once. */
  addImport: procedure
    .input(z.strictObject({ id: Id, name: requiredText(100), address: requiredText(2000) }))
    .output(ImportedCalendar)
    .errors({ NOT_AN_ADDRESS: { status: 409 }, TOO_MANY: { status: 409 } }),
  renameImport: procedure.input(z.strictObject({ id: Id, name: requiredText(100) })).output(ImportedCalendar),
  /** Reads it now; the answer says what came of it. */
  readImport: procedure.input(ById).output(ImportedCalendar),
  removeImport: procedure.input(ById).output(Done),
  /** What another zone would mean for what is planned. */
  zoneChange: procedure.input(z.strictObject({ zone: Zone })).output(
    z.strictObject({
      from: Zone,
      sessions: z.number(),
      events: z.number(),
      absences: z.number(),
      series: z.number(),
    }),
  ),
  /** Takes another zone. `instant`: what is planned stays at its moment; `wall-clock`: at its hour, and clients are told. */
  changeZone: procedure
    .input(z.strictObject({ zone: Zone, keep: z.enum(['instant', 'wall-clock']), command: Command }))
    .output(z.strictObject({ moved: z.number() }))
    .errors(TAKEN),
}
