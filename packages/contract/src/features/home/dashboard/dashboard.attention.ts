import { z } from 'zod'
import { Id, PersonId } from '../../../common/ids.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { PendingAnswer } from '../../schedule/session/session.schemas.ts'
import { externalChanges } from '../../schedule/external-calendar/external-calendar.rules.ts'
import { attentionKinds } from './dashboard.rules.ts'

/** A person whom an item concerns. */
export const AttentionPerson = z.strictObject({
  personId: PersonId,
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.string().nullable(),
})

/** The clients whom the item concerns. */
const people = z.array(AttentionPerson)
/** A number whose meaning depends on the kind: the days since an invoice was due, the number of forms, and so on. */
const count = z.number()

/** An item that needs the therapist's attention. `id` is the id of the resource that the item is about, such as a task, a session or a client. */
export const AttentionItem = z.discriminatedUnion('kind', [
  /** A task whose answer indicates a risk. `risk` is the answer to the ninth item of the PHQ-9, 1 to 3. */
  z.strictObject({
    kind: z.literal('alert'),
    id: Id,
    people,
    flaggedAt: z.string(),
    risk: z.number(),
    taskTitle: z.string(),
  }),
  /** A client who chose an option in a form that indicates a danger. `formTitle` and `flaggedAt` belong to the latest such form. */
  z.strictObject({ kind: z.literal('form-alert'), id: Id, people, flaggedAt: z.string(), formTitle: z.string() }),
  /**
   * All items that are held back after a restore until the therapist decides. `waiting` is their number; `dueAt` is the time at which the first one
   * was due.
   */
  z.strictObject({ kind: z.literal('held'), id: Id, people, waiting: count, dueAt: z.string() }),
  /** A requested session, or a session with a change request. `answer` contains the data for the answer buttons. */
  z.strictObject({ kind: z.literal('request'), id: Id, people, startsAt: z.string(), answer: PendingAnswer }),
  /** A question about an Attune event that was changed in an external calendar. */
  z.strictObject({
    kind: z.literal('calendar'),
    id: Id,
    people,
    startsAt: z.string(),
    change: z.enum(externalChanges),
  }),
  /** A client who asked for a copy of the record. `dueDay` is the last day for the answer. */
  z.strictObject({ kind: z.literal('record-request'), id: Id, people, dueDay: Day }),
  /** A conversation with unread messages. `excerpt` is the beginning of the latest message, empty if the therapist wrote it. */
  z.strictObject({
    kind: z.literal('message'),
    id: Id,
    people,
    sentAt: z.string(),
    unread: count,
    excerpt: z.string(),
  }),
  /** A session of the last 90 days for which a part of the note must still be written or signed. */
  z.strictObject({ kind: z.literal('note'), id: Id, people, startsAt: z.string(), hasText: z.boolean() }),
  /** A shared journal entry that is unread, or was changed since the therapist read it. */
  z.strictObject({ kind: z.literal('entry'), id: Id, people, updatedAt: z.string(), hasChanged: z.boolean() }),
  /** A task that the client has declined. */
  z.strictObject({ kind: z.literal('declined'), id: Id, people, declinedAt: z.string(), taskTitle: z.string() }),
  /** An open task whose due day has passed in the client's zone. */
  z.strictObject({ kind: z.literal('overdue'), id: Id, people, dueDay: Day, taskTitle: z.string() }),
  /** A client with overdue open forms. `formTitle` and `dueDay` belong to the first of them. */
  z.strictObject({ kind: z.literal('form'), id: Id, people, dueDay: Day, missing: count, formTitle: z.string() }),
  /** An overdue invoice. `due` is the open amount in minor units. */
  z.strictObject({
    kind: z.literal('invoice'),
    id: Id,
    people,
    issuedAt: z.string(),
    daysOverdue: count,
    number: z.string(),
    due: z.strictObject({ minor: z.string(), currency: z.string() }),
  }),
  /** A session that the client has not accepted. `sessions` is the number of such sessions in its series. */
  z.strictObject({ kind: z.literal('unanswered'), id: Id, people, startsAt: z.string(), sessions: count }),
  /** A client who has not joined. `since` is the time of the invitation; if none was sent, the time at which the record was created. */
  z.strictObject({ kind: z.literal('invitation'), id: Id, people, since: z.string(), isSent: z.boolean() }),
])
export type AttentionItem = z.infer<typeof AttentionItem>

/** The most urgent items, at most `attentionLimits.all`. */
export const AttentionList = z.strictObject({
  items: z.array(AttentionItem),
  /** The number of items of each kind that occurs; for the kind 'note', the number of note parts to write. */
  counts: z.array(z.strictObject({ kind: z.enum(attentionKinds), count: z.number() })),
  /** The kinds whose items could not be read. */
  failed: z.array(z.enum(attentionKinds)),
})
