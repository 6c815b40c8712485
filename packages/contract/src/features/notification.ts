import { z } from 'zod'
import { notificationLimit } from '../common/constants.ts'
import { ById, Done, Id, Nothing } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { requiredText, text } from '../common/text.ts'
import { ClockTime } from '../common/time.ts'
import type { Role } from './account.ts'

/** Why somebody is told something. Title and message are put into words when they are read, in the reader's language and zone. */
export const notificationKinds = [
  'new-user',
  'role-requested',
  'role-approved',
  'role-declined',
  'client-joined',
  'therapist-connected',
  'connection-ended',
  'connection-undone',
  'session-planned',
  'session-accepted',
  'session-declined',
  'session-moved',
  'session-cancelled',
  'session-restored',
  'session-reminder',
  'session-requested',
  'session-confirmed',
  'session-denied',
  'session-countered',
  'session-withdrawn',
  'session-expired',
  'session-edited',
  'session-left',
  'series-planned',
  'series-changed',
  'series-cancelled',
  'series-accepted',
  'sessions-moved',
  'sessions-cancelled',
  'series-gap',
  'calendar-failing',
  'change-asked',
  'change-accepted',
  'change-declined',
  'change-countered',
  'change-withdrawn',
  'counter-accepted',
  'counter-declined',
  'entry-shared',
  'entry-replied',
  'task-assigned',
  'task-handed-in',
  'task-flagged',
  'task-declined',
  'task-reassigned',
  'task-reopened',
  'task-comment',
  'task-due',
  'task-withdrawn',
  'disk-low',
  'disk-roomy',
  'feedback',
  'note',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

type ToldInApp = 'note' | 'session-restored' | 'task-withdrawn' | 'disk-roomy'

/** What is also told by mail, and to whom: each of them may switch it off. A note to oneself, that a cancel was taken back before its mail, that a task was taken back, and that there is room again, are told in the app alone. */
export const mailAudience = {
  'new-user': ['admin'],
  'role-requested': ['admin'],
  feedback: ['admin'],
  'disk-low': ['admin'],
  'role-approved': ['therapist', 'client'],
  'role-declined': ['client'],
  'client-joined': ['therapist'],
  'therapist-connected': ['client'],
  'connection-ended': ['therapist', 'client'],
  'connection-undone': ['client'],
  'session-planned': ['client'],
  'session-accepted': ['therapist', 'client'],
  'session-declined': ['therapist'],
  'session-moved': ['client'],
  'session-cancelled': ['client'],
  'session-reminder': ['therapist', 'client'],
  'session-requested': ['therapist'],
  'session-confirmed': ['client'],
  'session-denied': ['client'],
  'session-countered': ['client'],
  'session-withdrawn': ['therapist'],
  'session-expired': ['therapist', 'client'],
  'session-edited': ['client'],
  'session-left': ['therapist'],
  'series-planned': ['client'],
  'series-changed': ['client'],
  'series-cancelled': ['client'],
  'series-accepted': ['therapist', 'client'],
  'sessions-moved': ['client'],
  'sessions-cancelled': ['client'],
  'series-gap': ['therapist'],
  'calendar-failing': ['therapist'],
  'change-asked': ['therapist'],
  'change-accepted': ['client'],
  'change-declined': ['client'],
  'change-countered': ['client'],
  'change-withdrawn': ['therapist'],
  'counter-accepted': ['therapist'],
  'counter-declined': ['therapist'],
  'entry-shared': ['therapist'],
  'entry-replied': ['client'],
  'task-assigned': ['client'],
  'task-handed-in': ['therapist'],
  'task-flagged': ['therapist'],
  'task-declined': ['therapist'],
  'task-reassigned': ['client'],
  'task-reopened': ['client'],
  'task-comment': ['therapist', 'client'],
  'task-due': ['client'],
} as const satisfies Record<Exclude<NotificationKind, ToldInApp>, readonly Role[]>
export type MailedKind = keyof typeof mailAudience
export const mailedKinds = Object.keys(mailAudience) as [MailedKind, ...MailedKind[]]

/** `HH:MM` of the reader's zone; `to` may be on the next day. */
const Quiet = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, { error: 'EMPTY', path: ['to'] })

/** When mails wait until the morning, and which kinds are told by mail at all. */
export const NotificationSettings = z.strictObject({
  quiet: Quiet.nullable(),
  mail: z.partialRecord(z.enum(mailedKinds), z.boolean()),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** What a notification may lead to. */
export const relatedTypes = ['user', 'session', 'client', 'task', 'entry'] as const
export type RelatedType = (typeof relatedTypes)[number]

export const Notification = z.strictObject({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  relatedType: z.enum(relatedTypes).nullable(),
  relatedId: Id.nullable(),
  /** The name whose initials stand where no picture is. */
  personName: z.string(),
  avatarUrl: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const notification = {
  /** One's own, newest first, at most 50 (row 7.04). */
  list: procedure
    .input(
      z.strictObject({
        unreadOnly: z.boolean().default(false),
        limit: z.int().min(1).max(notificationLimit).default(notificationLimit),
      }),
    )
    .output(z.strictObject({ items: z.array(Notification), unread: z.number() })),
  /** All of one's own, newest first, page by page. */
  history: procedure.input(z.strictObject({ ...paging })).output(pageOf(Notification)),
  /** Puts a note before oneself. `userId` may say whom, and must then be oneself; all others are written by the server. */
  insert: procedure
    .input(
      z.strictObject({
        id: Id,
        userId: Id.optional(),
        title: requiredText(200),
        message: text(1000),
        type: text(40).default(''),
      }),
    )
    .output(Done),
  markRead: procedure.input(ById).output(Done),
  markAllRead: procedure.input(Nothing).output(Done),
}
