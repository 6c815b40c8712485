import { z } from 'zod'
import { notificationLimit } from '../../../common/constants.ts'
import { AccountId, ClientId, Done, EmptyInput, Id, NotificationId, PersonId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import type { Role } from '../../people/account/account.ts'
import { notificationTypes } from './notification.types.ts'
import type { AddressMailKind } from '../notification-address/notification-address.rules.ts'
import type { AuthMailKind, GuardianKind, PayerMailKind } from './notification.mail-kinds.ts'

export { notificationTypes }
export type NotificationType = (typeof notificationTypes)[number]

type InAppOnly =
  | 'note'
  | 'plan-signed'
  | 'session-restored'
  | 'task-withdrawn'
  | 'copy-withdrawn'
  | 'hold-expired'
  | 'records-erased'
  | 'disk-roomy'

/**
 * The roles that also receive an email, by kind of notification. Each person can switch off the emails of a kind. The kinds in `InAppOnly` send no
 * email.
 */
export const mailAudience = {
  'new-user': ['admin'],
  'role-requested': ['admin'],
  feedback: ['admin'],
  'channel-failing': ['admin'],
  'disk-low': ['admin'],
  'backup-failing': ['admin'],
  'closed-records-ending': ['admin'],
  'role-approved': ['therapist', 'client'],
  'role-declined': ['client'],
  'client-joined': ['therapist'],
  'guardian-joined': ['therapist'],
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
  'session-booked': ['therapist'],
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
  'message-received': ['therapist', 'client'],
  'invoice-issued': ['client'],
  'credit-note-issued': ['client'],
  'payment-reminder': ['client'],
  'superbill-made': ['client'],
  'estimate-given': ['client'],
  'plan-shared': ['client'],
  'plan-review': ['therapist'],
  'form-sent': ['client'],
  'form-due': ['client'],
  'form-signed': ['therapist'],
  'form-flagged': ['therapist'],
  'consent-withdrawn': ['therapist'],
  'document-asked': ['client'],
  'document-shared': ['client'],
  'document-added': ['therapist'],
  'copy-asked': ['therapist'],
  'copy-due': ['therapist'],
  'copy-answered': ['client'],
  'hold-ending': ['therapist'],
  'records-ending': ['therapist'],
  'records-due': ['therapist'],
  'waiting-offered': ['client'],
  'waiting-expired': ['client'],
  'waiting-withdrawn': ['client'],
  'waiting-freed': ['therapist'],
  'waiting-accepted': ['therapist'],
  'guardian-rights': ['client'],
  'guardian-ending': ['therapist', 'client'],
  'guardian-paused': ['therapist', 'client'],
  'guardian-resumed': ['therapist', 'client'],
} as const satisfies Record<Exclude<NotificationType, InAppOnly>, readonly Role[]>
export type MailedNotificationType = keyof typeof mailAudience
export const mailedNotificationTypes = Object.keys(mailAudience) as [
  MailedNotificationType,
  ...MailedNotificationType[],
]

/** The kinds of all emails. */
export type MailKind =
  | AuthMailKind
  | 'invitation'
  | 'guardian-invitation'
  | 'form-link'
  | GuardianKind
  | PayerMailKind
  | AddressMailKind
  | MailedNotificationType

/** The resource types of row 3.03. A notification about such a resource concerns a person, whose picture it shows. */
export const personRelatedTypes = [
  'user',
  'profile',
  'profiles',
  'message',
  'messages',
  'conversation',
  'conversations',
] as const
export type PersonRelatedType = (typeof personRelatedTypes)[number]

/** The types of resources that a notification can link to. */
export const relatedTypes = [
  ...personRelatedTypes,
  'session',
  'client',
  'task',
  'entry',
  'invoice',
  'estimate',
  'form',
  'document',
  'record-request',
  'waiting-offer',
  'guardian-messages',
] as const
export type RelatedType = (typeof relatedTypes)[number]

/** A notification in the reader's language. */
export const Notification = z.strictObject({
  id: NotificationId,
  kind: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  /**
   * The title of the task that the notification is about; null if there is none or if the reader may no longer read it. The server reads the title
   * at each call. Push messages, emails and the titles of system notifications never contain it.
   */
  subject: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The kind of the resource that the notification is about; null if it is about none. */
  relatedType: z.enum(relatedTypes).nullable(),
  /** The id of this resource. */
  relatedId: Id.nullable(),
  /**
   * The name of the person whom the notification concerns. If the person has no picture, the initials of this name are
   * shown.
   */
  personName: z.string(),
  /** The account of this person; null if the notification concerns no other person. */
  personId: PersonId.nullable(),
  /** The picture of this person; null if there is none. */
  avatarUrl: z.string().nullable(),
  /** The client for whom the reader acts as a guardian; null if the notification is about the reader's own matters. */
  actingFor: ClientId.nullable(),
})
export type Notification = z.infer<typeof Notification>

/** The tables of this feature that a browser can subscribe to. */
export const notificationTables = {
  notifications: { table: 'notification', filters: ['id', 'user_id', 'is_read'], withoutSecondFactor: true },
} as const satisfies RealtimeTables

/** The latest notifications, and the number of all unread ones. */
export const UnreadNotifications = z.strictObject({ items: z.array(Notification), unread: z.number() })

export const notification = {
  /** The caller's latest notifications, newest first, at most 50 (row 7.04). */
  list: read
    .input(
      z.strictObject({
        unreadOnly: z.boolean().default(false),
        limit: z.int().min(1).max(notificationLimit).default(notificationLimit),
      }),
    )
    .output(UnreadNotifications),
  /** All notifications of the caller, newest first, one page per call. */
  history: read.input(z.strictObject({ ...paging })).output(pageOf(Notification)),
  /**
   * Adds a note of the caller to the caller's own notifications. `userId`, if given, must be the caller's id. The
   * server creates all other notifications itself.
   */
  insert: write
    .input(
      z.strictObject({
        id: NotificationId,
        userId: AccountId.optional(),
        title: requiredText(200),
        message: text(1000),
        type: text(40).default(''),
        /** The row that the note is about. Set both fields or neither. */
        relatedType: z.enum(personRelatedTypes).optional(),
        relatedId: Id.optional(),
      }),
    )
    .output(Done),
  /**
   * Marks a notification of the caller as read, and `others`, the notifications that are grouped with it in one row. Refuses with NOT_FOUND if one of
   * them is not the caller's.
   */
  markRead: write
    .input(z.strictObject({ id: NotificationId, others: z.array(NotificationId).max(notificationLimit).optional() }))
    .output(Done),
  /** Marks the caller's notifications about one resource as read, because the caller has opened that resource. */
  markReadAbout: write.input(z.strictObject({ type: z.enum(relatedTypes), id: Id })).output(Done),
  markAllRead: write.input(EmptyInput).output(Done),
}
