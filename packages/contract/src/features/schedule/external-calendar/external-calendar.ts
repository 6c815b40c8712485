import { z } from 'zod'
import { AccountId, ById, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { FeedMode } from '../calendar/calendar.ts'
import {
  externalAnswers,
  externalChanges,
  externalProblems,
  externalProviders,
  syncDirections,
} from './external-calendar.rules.ts'
import { Conflict, ILLEGAL_TRANSITION, IN_THE_PAST } from '../session/session.schemas.ts'

export const ExternalProblem = z.enum(externalProblems)
export type ExternalProblem = z.infer<typeof ExternalProblem>

const settings = {
  direction: z.enum(syncDirections),
  /** How the calendar names a session: only as busy, by the therapist's own code, by initials, or by full name. */
  privacy: FeedMode,
  /** Whether the place or the link of the video call is written too. */
  withPlace: z.boolean(),
  /** Whether changes of busy times there apply here without a question. */
  follows: z.boolean(),
}

export const ExternalCalendar = z.strictObject({
  id: Id,
  accountId: AccountId,
  name: z.string(),
  /** `#rrggbb`, or empty. */
  color: z.string(),
  canWrite: z.boolean(),
  ...settings,
  state: z.enum(['new', 'ok', 'failing', 'stopped', 'removing']),
  error: ExternalProblem.nullable(),
  syncedAt: z.string().nullable(),
  /** Null while the calendar waits for a new password. */
  nextSyncAt: z.string().nullable(),
  /** The events that block slots, and our events in the calendar. */
  events: z.number(),
  written: z.number(),
  /** The events that could not be read, or whose times are unclear. */
  unreadable: z.number(),
  /** The daily comparison of everything: when, how many events, and how many of them differed and were repaired. */
  comparison: z.strictObject({ at: z.string(), events: z.number(), repaired: z.number() }).nullable(),
  /** Whether the last sync is more than 24 hours ago. */
  isOutdated: z.boolean(),
})
export type ExternalCalendar = z.infer<typeof ExternalCalendar>

const ExternalAccount = z.strictObject({
  id: Id,
  provider: z.enum(externalProviders),
  /** Empty for Google. */
  host: z.string(),
  /** The user name at the server, or the email address of an account of Google. */
  userName: z.string(),
  isRefused: z.boolean(),
  /** Whether the account is being disconnected: it is deleted as soon as our events are deleted there. */
  isLeaving: z.boolean(),
  calendars: z.array(ExternalCalendar),
})
export type ExternalAccount = z.infer<typeof ExternalAccount>

/** A calendar at the server. `calendarId` is set if it is connected. */
const Found = z.strictObject({
  url: z.string(),
  name: z.string(),
  color: z.string(),
  canWrite: z.boolean(),
  calendarId: Id.nullable(),
})
export type FoundExternalCalendar = z.infer<typeof Found>
const Discovery = z.strictObject({
  calendars: z.array(Found),
  /** Whether a calendar of its own can be made there for Attune. */
  canCreate: z.boolean(),
})
export type ExternalDiscovery = z.infer<typeof Discovery>

const Question = z.strictObject({
  id: Id,
  calendarName: z.string(),
  kind: z.enum(['session', 'event', 'series']),
  change: z.enum(externalChanges),
  /** The session or busy time; for a series its next session or busy time. */
  subjectId: Id,
  /** The names of the clients, or the title of the busy time. */
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  newStartsAt: z.string().nullable(),
  newEndsAt: z.string().nullable(),
  /** The kinds of entries that are at the new time already. */
  conflicts: z.array(Conflict),
  /** The answers that are possible, the first one being the most likely. */
  answers: z.array(z.enum(externalAnswers)),
  askedAt: z.string(),
})
export type ExternalQuestion = z.infer<typeof Question>

const Password = z.string().min(1).max(500)
const FAILED = { CALENDAR_FAILED: { status: 409, data: z.object({ problem: ExternalProblem }) } } as const

/** The tables of this feature that a browser can subscribe to. */
export const externalCalendarTables = {
  external_calendars: { table: 'external_calendar', filters: ['id', 'therapist_id'] },
  external_questions: { table: 'external_question', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Calendars at other servers that the therapist keeps in sync in both directions. */
export const externalCalendar = {
  accounts: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(ExternalAccount), offersGoogle: z.boolean() })),
  /** Connects a CalDAV account and returns its calendars, none of which is synced yet. The password is never returned. */
  connect: write
    .input(
      z.strictObject({
        id: Id,
        address: requiredText(textLengths.calendarAddress),
        userName: requiredText(textLengths.calendarUserName),
        password: Password,
      }),
    )
    .output(Discovery)
    .errors({ NOT_AN_ADDRESS: { status: 409 }, ...FAILED, ...limitRefusal }),
  /**
   * Begins the consent that connects an account of Google, or `accountId` again, and returns Google's page for it. The address is valid for
   * ten minutes, in this login alone; a new one voids it.
   */
  beginGoogle: write
    .input(z.strictObject({ accountId: AccountId.nullable() }))
    .output(z.strictObject({ url: z.string() }))
    .errors({ NOT_OFFERED: { status: 409 }, ...limitRefusal }),
  /** Lists the calendars of an account again. */
  find: read.input(ById).output(Discovery).errors(FAILED),
  /** Starts to sync a calendar of the account. With `url` null, makes a calendar 'Attune' there first. */
  add: write
    .input(z.strictObject({ id: Id, accountId: AccountId, url: z.string().max(2000).nullable(), ...settings }))
    .output(ExternalCalendar)
    .errors({ ...FAILED, ...limitRefusal }),
  change: write.input(z.strictObject({ id: Id, ...settings })).output(ExternalCalendar),
  /** Syncs the calendar now. A long sync continues after the answer. */
  syncNow: write.input(ById).output(ExternalCalendar),
  /** Replaces the password of a CalDAV account and resumes the sync of all calendars of the account. */
  setPassword: write
    .input(z.strictObject({ id: Id, password: Password }))
    .output(Discovery)
    .errors(FAILED),
  /** Ends the sync of a calendar. Our events there stay or are deleted. */
  remove: write.input(z.strictObject({ id: Id, events: z.enum(['stay', 'delete']) })).output(Done),
  /**
   * Disconnects an account with its calendars. Our events there stay or are deleted; the account is deleted with the last calendar. Google is
   * then asked to end the consent.
   */
  removeAccount: write
    .input(z.strictObject({ id: Id, events: z.enum(['stay', 'delete']).default('stay') }))
    .output(Done),
  /** The open questions, the soonest session first. */
  questions: read.input(EmptyInput).output(z.strictObject({ items: z.array(Question) })),
  /**
   * Answers a question. A repeated answer changes nothing. Refuses with ANSWERED if another
   * answer was given or the calendar has changed again.
   */
  answer: write
    .input(z.strictObject({ id: Id, answer: z.enum(externalAnswers) }))
    .output(Done)
    .errors({ ANSWERED: { status: 409 }, ...IN_THE_PAST, ...ILLEGAL_TRANSITION }),
}
