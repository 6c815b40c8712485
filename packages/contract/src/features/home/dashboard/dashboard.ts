import { z } from 'zod'
import { Done, EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { Me } from '../../people/account/account.ts'
import { AttentionItem, AttentionList, AttentionPerson } from './dashboard.attention.ts'
import { attentionKinds, firstWeekSteps } from './dashboard.rules.ts'
import { UnreadMessages } from '../../messages/message/message.ts'
import { UnreadNotifications } from '../../messages/notification/notification.ts'
import { PaymentsAccess } from '../../billing/business/business.ts'
import { TaskCounts } from '../../care/task/task.ts'
import { Session } from '../../schedule/session/session.schemas.ts'

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
  participants: z.array(AttentionPerson),
  /** The note of a session that is over: without text, with text, or signed. Null for any other session. */
  note: z.enum(['missing', 'begun', 'signed']).nullable(),
})
export type DaySession = z.infer<typeof DaySession>

export const AttentionPage = z.strictObject({ items: z.array(AttentionItem) })

const FirstWeek = z.strictObject({
  steps: z.array(z.strictObject({ step: z.enum(firstWeekSteps), done: z.boolean() })),
})

export const Overview = z.strictObject({
  sessions: z.array(DaySession),
  next: DaySession.nullable(),
  hasClients: z.boolean(),
  /** Whether the sessions could not be read. */
  dayFailed: z.boolean(),
  firstWeek: FirstWeek.nullable(),
  attention: AttentionList,
})
export type Overview = z.infer<typeof Overview>

/** The content of the frame of every page beside the page itself. */
const Frame = z.strictObject({
  me: Me,
  notifications: UnreadNotifications,
  /** Null for an admin. */
  counts: z.strictObject({ messages: z.array(UnreadMessages), tasks: TaskCounts, payments: PaymentsAccess }).nullable(),
})
export type Frame = z.infer<typeof Frame>

/** The content of the therapist's dashboard, and of the frame of each page. */
export const dashboard = {
  /** The caller's profile with the counts in the sidebar and the unread notifications, so that a page begins with one call. */
  frame: read.input(EmptyInput).output(Frame),
  /**
   * The content of the therapist's dashboard, in one call: the sessions between two instants at most 62 days apart, sorted by
   * start, without cancelled and denied ones, and what needs the therapist. `next` is the first later session, only if
   * there are none. `firstWeek` is null once all steps are done or the therapist has hidden it. A part that cannot be
   * read is empty, and the others are complete.
   */
  get: read.input(z.strictObject({ from: Instant, to: Instant })).output(Overview),
  /** The items of one kind that need the therapist's attention, the most urgent first, at most `attentionLimits.kind` items. */
  attention: read.input(z.strictObject({ kind: z.enum(attentionKinds) })).output(AttentionPage),
  /** Hides the list of the first steps for good. */
  hideFirstWeek: write.input(EmptyInput).output(Done),
}
