import { z } from 'zod'
import { Done, EmptyInput, Id, PersonId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { Me } from '../../people/account/account.ts'
import { firstWeekSteps, needKinds } from './dashboard.rules.ts'
import { UnreadMessages } from '../../messages/message/message.ts'
import { UnreadNotifications } from '../../messages/notification/notification.ts'
import { PaymentsAccess } from '../../billing/business/business.ts'
import { TaskCounts } from '../../care/task/task.ts'
import { PendingAnswer, Session } from '../../schedule/session/session.schemas.ts'

const Person = z.strictObject({
  personId: PersonId,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
})

/** A session of the day with what the agenda shows, and without what only its own page shows. */
export const DaySession = z.strictObject({
  ...Session.pick({
    id: true,
    startsAt: true,
    endsAt: true,
    format: true,
    therapyType: true,
    location: true,
    videoUrl: true,
    status: true,
  }).shape,
  participants: z.array(Person),
  /** The note of a session that is over: without text, with text, or signed. Null for any other session. */
  note: z.enum(['missing', 'begun', 'signed']).nullable(),
})
export type DaySession = z.infer<typeof DaySession>

/** Something that needs the therapist. */
export const Need = z.strictObject({
  kind: z.enum(needKinds),
  /**
   * The id of a task (`alert`, `declined`, `overdue`), of a session (`request`, `note`, `unanswered`), of a conversation
   * (`message`), of a journal entry (`entry`), of an invoice (`invoice`) or of a client (`form`, `invitation`). Of `calendar` the
   * id of a question about an external calendar.
   */
  id: Id,
  /**
   * When the message was sent, the answer flagged, and so on; for `note` and `request` the start of the session, for
   * `overdue` and `form` noon of the day on which it was due.
   */
  at: z.string(),
  /** The clients whom it concerns. */
  people: z.array(Person),
  /**
   * `alert`: the client's answer to the ninth item of the PHQ-9, 1 to 3. `message`: the number of unread messages.
   * `invoice`: the days since the invoice was due. `form`: the number of missing forms. `unanswered`: the number of
   * sessions of the series. Otherwise 0.
   */
  number: z.number(),
  /** `calendar`: how the event was changed there. The title of a task or of the first missing form, the beginning of a message, the number of an invoice; otherwise empty. */
  text: z.string(),
  /** Whether a note has text, an entry has changed since the therapist read it, or an invitation was sent. */
  begun: z.boolean(),
  /** What is still to be paid of an invoice, in minor units as a decimal; otherwise null. */
  open: z.strictObject({ minor: z.string(), currency: z.string() }).nullable(),
  /** What the answer buttons of a request need; otherwise null. */
  answer: PendingAnswer.nullable(),
})
export type Need = z.infer<typeof Need>

/**
 * The most urgent items, at most `needLimits.all`, and the number of all items of each kind that has any. `failed`: the
 * kinds that could not be read.
 */
const Needs = z.strictObject({
  items: z.array(Need),
  counts: z.array(z.strictObject({ kind: z.enum(needKinds), count: z.number() })),
  failed: z.array(z.enum(needKinds)),
})

const FirstWeek = z.strictObject({
  steps: z.array(z.strictObject({ step: z.enum(firstWeekSteps), done: z.boolean() })),
})

const Overview = z.strictObject({
  sessions: z.array(DaySession),
  next: DaySession.nullable(),
  hasClients: z.boolean(),
  /** Whether the sessions could not be read. */
  dayFailed: z.boolean(),
  firstWeek: FirstWeek.nullable(),
  needs: Needs,
})
export type Overview = z.infer<typeof Overview>

/** What the frame of every page shows beside the page itself. */
const Frame = z.strictObject({
  me: Me,
  notifications: UnreadNotifications,
  /** Null for an admin. */
  counts: z.strictObject({ messages: z.array(UnreadMessages), tasks: TaskCounts, payments: PaymentsAccess }).nullable(),
})
export type Frame = z.infer<typeof Frame>

/** What the therapist's dashboard shows, and what the frame of each page shows. */
export const dashboard = {
  /** The caller's profile with the counts in the sidebar and the unread notifications, so that a page begins with one call. */
  frame: read.input(EmptyInput).output(Frame),
  /**
   * What the therapist's dashboard shows, in one call: the sessions between two instants at most 62 days apart, sorted by
   * start, without cancelled and denied ones, and what needs the therapist. `next` is the first later session, only if
   * there are none. `firstWeek` is null once all steps are done or the therapist has hidden it. A part that cannot be
   * read is empty, and the others are complete.
   */
  overview: read.input(z.strictObject({ from: Instant, to: Instant })).output(Overview),
  /** What needs the therapist of one kind, the most urgent first, at most `needLimits.kind` items. */
  needs: read.input(z.strictObject({ kind: z.enum(needKinds) })).output(z.strictObject({ items: z.array(Need) })),
  /** Hides the list of the first steps for good. */
  hideFirstWeek: write.input(EmptyInput).output(Done),
}
