import { z } from 'zod'
import {
  byId,
  Done,
  EmptyInput,
  ExternalAccountId,
  ExternalCalendarId,
  ExternalQuestionId,
  Id,
} from '../../../common/ids.ts'
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
  /** The way in which events in the calendar name a session: only as busy, by the therapist's own code, by initials, or by full name. */
  privacy: FeedMode,
  /** Whether events also contain the location or the link of the video call. */
  withPlace: z.boolean(),
  /** Whether changes to busy times in the calendar are applied here without asking. */
  follows: z.boolean(),
}

/** A calendar of an external account that is synced. */
export const ExternalCalendar = z.strictObject({
  id: ExternalCalendarId,
  accountId: ExternalAccountId,
  name: z.string(),
  /** The color as `#rrggbb`; empty if there is none. */
  color: z.string(),
  /** Whether the account may change the calendar. */
  canWrite: z.boolean(),
  ...settings,
  state: z.enum(['new', 'ok', 'failing', 'stopped', 'removing']),
  /** The reason why the last sync failed; null if it succeeded. */
  error: ExternalProblem.nullable(),
  /** The time of the last sync; null if there was none. */
  syncedAt: z.string().nullable(),
  /** The time of the next sync; null while the calendar waits for a new password. */
  nextSyncAt: z.string().nullable(),
  /** The number of events that block times. */
  events: z.number(),
  /** The number of Attune's own events in the calendar. */
  written: z.number(),
  /** The number of events that could not be read or have unclear times. */
  unreadable: z.number(),
  /** The daily full comparison: its time, the number of events, and the number of differences that were repaired. Null before the first. */
  comparison: z.strictObject({ at: z.string(), events: z.number(), repaired: z.number() }).nullable(),
  /** Whether the last sync was more than 24 hours ago. */
  isOutdated: z.boolean(),
})
export type ExternalCalendar = z.infer<typeof ExternalCalendar>

/** An account at a calendar server. */
const ExternalAccount = z.strictObject({
  id: ExternalAccountId,
  provider: z.enum(externalProviders),
  /** The host of the server; empty for Google. */
  host: z.string(),
  /** The user name at the server, or the email address of the Google account. */
  userName: z.string(),
  /** Whether the server refuses the password or the permission. */
  isRefused: z.boolean(),
  /** Whether the account is being disconnected. It is deleted once Attune's events there are deleted. */
  isLeaving: z.boolean(),
  calendars: z.array(ExternalCalendar),
})
export type ExternalAccount = z.infer<typeof ExternalAccount>

/** A calendar at the server. */
const Found = z.strictObject({
  url: z.string(),
  name: z.string(),
  /** The color as `#rrggbb`; empty if there is none. */
  color: z.string(),
  /** Whether the account may change the calendar. */
  canWrite: z.boolean(),
  /** The id of the calendar if it is already synced; otherwise null. */
  calendarId: ExternalCalendarId.nullable(),
})
export type FoundExternalCalendar = z.infer<typeof Found>
const Discovery = z.strictObject({
  calendars: z.array(Found),
  /** Whether Attune can create its own calendar there. */
  canCreate: z.boolean(),
})
export type ExternalDiscovery = z.infer<typeof Discovery>

/** A question about an event of Attune that was changed in an external calendar. */
const Question = z.strictObject({
  id: ExternalQuestionId,
  calendarName: z.string(),
  kind: z.enum(['session', 'event', 'series']),
  change: z.enum(externalChanges),
  /** The id of the session or busy time; for a series, of its next occurrence. */
  subjectId: Id,
  /** The title of the session or busy time: the names of the clients, or the title of the busy time. */
  title: z.string(),
  /** The start of the session or busy time in Attune. */
  startsAt: z.string(),
  endsAt: z.string(),
  /** The start in the external calendar; null unless the event was moved. */
  newStartsAt: z.string().nullable(),
  /** The end in the external calendar; null unless the event was moved. */
  newEndsAt: z.string().nullable(),
  /** The kinds of existing entries that conflict with the new time. */
  conflicts: z.array(Conflict),
  /** The possible answers, the most likely one first. */
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

/** External calendars that the therapist keeps in sync in both directions. */
export const externalCalendar = {
  accounts: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(ExternalAccount), offersGoogle: z.boolean() })),
  /**
   * Connects a CalDAV account and returns its calendars, none of which is synced yet. The password is never returned. Refuses with NOT_AN_ADDRESS,
   * with CALENDAR_FAILED and the problem, and with LIMIT_REACHED.
   */
  connect: write
    .input(
      z.strictObject({
        id: ExternalAccountId,
        address: requiredText(textLengths.calendarAddress),
        userName: requiredText(textLengths.calendarUserName),
        password: Password,
      }),
    )
    .output(Discovery)
    .errors({ NOT_AN_ADDRESS: { status: 409 }, ...FAILED, ...limitRefusal }),
  /**
   * Starts the consent that connects a Google account, or reconnects `accountId`. Returns the URL of Google's page. The URL is valid for ten minutes
   * and only for this login; a new one voids it. Refuses with NOT_OFFERED if the host has registered no OAuth client, and with LIMIT_REACHED.
   */
  beginGoogle: write
    .input(z.strictObject({ accountId: ExternalAccountId.nullable() }))
    .output(z.strictObject({ url: z.string() }))
    .errors({ NOT_OFFERED: { status: 409 }, ...limitRefusal }),
  /** Lists the calendars of an account again. Refuses with CALENDAR_FAILED and the problem. */
  find: read.input(byId(ExternalAccountId)).output(Discovery).errors(FAILED),
  /**
   * Starts to sync a calendar of the account. If `url` is null, first creates a calendar 'Attune' there. Refuses with CALENDAR_FAILED and the
   * problem, and with LIMIT_REACHED.
   */
  add: write
    .input(
      z.strictObject({
        id: ExternalCalendarId,
        accountId: ExternalAccountId,
        url: z.string().max(2000).nullable(),
        ...settings,
      }),
    )
    .output(ExternalCalendar)
    .errors({ ...FAILED, ...limitRefusal }),
  change: write.input(z.strictObject({ id: ExternalCalendarId, ...settings })).output(ExternalCalendar),
  /** Syncs the calendar now. A long sync continues after the response. */
  syncNow: write.input(byId(ExternalCalendarId)).output(ExternalCalendar),
  /**
   * Replaces the password of a CalDAV account, resumes the sync of all its calendars, and lists the calendars at the server. Refuses with
   * CALENDAR_FAILED and the problem.
   */
  setPassword: write
    .input(z.strictObject({ id: ExternalAccountId, password: Password }))
    .output(Discovery)
    .errors(FAILED),
  /** Stops the sync of a calendar. Attune's events there are kept or deleted. */
  remove: write.input(z.strictObject({ id: ExternalCalendarId, events: z.enum(['stay', 'delete']) })).output(Done),
  /**
   * Disconnects an account and its calendars. Attune's events there are kept or deleted. The account is deleted together with its last calendar;
   * for Google, the consent is then revoked.
   */
  removeAccount: write
    .input(z.strictObject({ id: ExternalAccountId, events: z.enum(['stay', 'delete']).default('stay') }))
    .output(Done),
  /** The open questions, earliest session first. */
  questions: read.input(EmptyInput).output(z.strictObject({ items: z.array(Question) })),
  /**
   * Answers a question. Repeating the answer changes nothing. Refuses with ANSWERED if another answer was given or if the event has changed again.
   */
  answer: write
    .input(z.strictObject({ id: ExternalQuestionId, answer: z.enum(externalAnswers) }))
    .output(Done)
    .errors({ ANSWERED: { status: 409 }, ...IN_THE_PAST, ...ILLEGAL_TRANSITION }),
}
