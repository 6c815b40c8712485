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
import { NoteCounts } from '../../care/note/note.ts'
import { TaskCounts } from '../../care/task/task.ts'
import { Session } from '../../schedule/session/session.schemas.ts'

/** A session with the data for the agenda of the day, without the data that only the session page shows. */
export const DaySession = z.strictObject({
  ...Session.pick({
    id: true,
    startsAt: true,
    endsAt: true,
    format: true,
    therapyType: true,
    location: true,
    videoUrl: true,
    callInAttune: true,
    status: true,
    change: true,
  }).shape,
  participants: z.array(AttentionPerson),
  /** The state of the note of a past session: without text, with text, or signed. Null for other sessions. */
  note: z.enum(['missing', 'begun', 'signed']).nullable(),
})
export type DaySession = z.infer<typeof DaySession>

export const AttentionPage = z.strictObject({ items: z.array(AttentionItem) })

const FirstWeek = z.strictObject({
  steps: z.array(z.strictObject({ step: z.enum(firstWeekSteps), done: z.boolean() })),
})

/** The content of the therapist's home page. */
export const Overview = z.strictObject({
  /** The sessions of the requested day. */
  sessions: z.array(DaySession),
  /** The next upcoming session if the requested day has no sessions. Null if the day has sessions, or if no session is upcoming. */
  next: DaySession.nullable(),
  hasClients: z.boolean(),
  /** Whether the sessions could not be read. */
  dayFailed: z.boolean(),
  /** The first steps of a new therapist; null once all are done, ten sessions exist, or the therapist has hidden them. */
  firstWeek: FirstWeek.nullable(),
  /** The items that need the therapist's attention. */
  attention: AttentionList,
  /** The items that wait for the client: the kinds `waitingKinds`. */
  waiting: AttentionList,
})
export type Overview = z.infer<typeof Overview>

/** The data for the frame around every page. */
export const Frame = z.strictObject({
  me: Me,
  notifications: UnreadNotifications,
  /** The counts of the caller's items; null for an admin. Only therapists have notes. */
  counts: z
    .strictObject({
      messages: z.array(UnreadMessages),
      tasks: TaskCounts,
      notes: NoteCounts.nullable(),
      payments: PaymentsAccess,
    })
    .nullable(),
})
export type Frame = z.infer<typeof Frame>

/** The content of the therapist's dashboard, and the data for the frame around every page. */
export const dashboard = {
  /** The caller's profile, the counts in the sidebar and the unread notifications, in one call per page. */
  frame: read.input(EmptyInput).output(Frame),
  /**
   * The content of the therapist's dashboard: the sessions between two instants at most 62 days apart (sorted by start, without cancelled and denied
   * ones), and the items that need attention or wait for the client. `next` is the therapist's next session from now on, only if the period has no
   * sessions. `firstWeek` is null once all steps are done, ten sessions exist, or the therapist has hidden the steps. If a part cannot be read, it is
   * empty and the other parts are complete.
   */
  get: read.input(z.strictObject({ from: Instant, to: Instant })).output(Overview),
  /** The items of one kind that need the therapist's attention, most urgent first, at most `attentionLimits.kind`. */
  attention: read.input(z.strictObject({ kind: z.enum(attentionKinds) })).output(AttentionPage),
  /** Permanently hides the list of first steps. */
  hideFirstWeek: write.input(EmptyInput).output(Done),
}
