import type { AccountId, ClientId, NotificationAddressId, NotificationId } from '@attune/contract/common/ids'
import type {
  MailKind,
  NotificationType,
  RelatedType,
} from '@attune/contract/features/messages/notification/notification'
import { isAdminNotificationType } from '@attune/contract/features/messages/notification/notification.admin-types'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { type Channel, deliveries } from './notification.deliveries.ts'
import { queueMail } from './notification.mail-queue.ts'
import { queuePush } from './notification.push-queue.ts'

export {
  heldUntil,
  isFailure,
  quietHoursEnd,
  readHoldSettings,
  readQuietHours,
  withoutQuietHours,
} from './notification.hold.ts'
export { decideDelivery } from './notification.mail-delivery.ts'
export { readLatestNotifications } from './notification.list.ts'
export { countUnread, markReadAbout } from './notification.queries.ts'
export { queueNoAuthMail, queueAuthMail, queueGuardianMails, queueMail } from './notification.mail-queue.ts'
export { queuePush } from './notification.push-queue.ts'
export {
  saveDiscreetEmails,
  pauseNotifications,
  readEmailChoices,
  readNotificationSettings,
  saveNotificationSettings,
} from './notification.settings.ts'

/**
 * The values in the text of a notification, such as a short name or a start time. They never contain a reason, a
 * clinical note or any other text that another person wrote.
 */
export type NotificationParams = {
  name?: string
  startsAt?: string
  startsAtBefore?: string
  /** The number of sessions or records that the notification covers. `startsAt` is the start of the first of these sessions. */
  count?: number
  /**
   * Set after an erasure of records: `held` is the number of records that a legal hold kept, `moved` the number of records whose erasure is no longer
   * confirmed, for example because their retention ends on another day.
   */
  held?: number
  moved?: number
  /** `title`, `message` and `type` are set only for a note that a person writes to themselves. */
  title?: string
  message?: string
  type?: string
  /**
   * The name of the client; set if the notification informs a therapist of an action of a guardian. For a guardian, the database adds the client's
   * first name if `actingFor` is set.
   */
  forClient?: string
  /** The client for whom the reader acts as a guardian. The notification and the email then link to the guardian's page for this client. */
  actingFor?: ClientId
}

type NewNotification = {
  /**
   * Set only for a note that a person writes to themselves. The browser generates the id, so a repeated request inserts
   * no second note.
   */
  id?: NotificationId
  to: AccountId
  type: NotificationType
  params: NotificationParams
  about: { type: RelatedType; id: string } | null
  /** The person in the picture of the notification; by default the actor. */
  person?: AccountId | null
  /** The options of the email. Null sends no email, even if the notification type has the email channel. */
  email?: EmailOptions | null
  /** Null sends no push, even if the notification type has the push channel. */
  push?: null
}

type EmailOptions = {
  /**
   * The id of the row that the email describes. The default is the id in `about`. If `about` is null, the default is
   * the recipient.
   */
  subject?: string
  /** The version of the described row. The email is dropped if this row has a newer version when the email is due. */
  generation?: number
  /** The account with which the email job reads the described row. The default is the recipient. */
  actingFor?: AccountId
  delaySeconds?: number
}

const channels = {
  email: (tx, { to, type, params, about, email }) =>
    email === null
      ? undefined
      : queueMail(tx, {
          to,
          kind: type as MailKind,
          actingFor: to,
          subject: about?.id ?? to,
          ...(params.actingFor && { guardedClient: params.actingFor }),
          ...email,
        }),
  push: (tx, notification) => (notification.push === null ? undefined : queuePush(tx, notification)),
} satisfies Record<Channel, (tx: Tx<AnyActor>, notification: NewNotification) => Promise<void> | undefined>

/**
 * Notifies an account in the app and through the channels of the notification type. Runs in the transaction of the
 * change that causes the notification. No other function inserts notifications. The notification is inserted before its
 * push is queued, because statements of a transaction run in the order in which they were sent.
 */
export async function notify(tx: Tx<AnyActor>, notification: NewNotification): Promise<void> {
  const { id = null, to, type, params, about, person = tx.actor.id } = notification
  await Promise.all([
    tx.run('select def.insert_notification($1, $2, $3, $4, $5, $6, $7)', [
      id,
      to,
      type,
      JSON.stringify(params),
      about?.type ?? null,
      about?.id ?? null,
      person,
    ]),
    ...deliveries[type].map((channel) => channels[channel](tx, notification)),
  ])
}

/**
 * Notifies every admin about the actor’s account. In a job without an account, the notification refers to no row. The emails go to the verified
 * notification addresses that get this type. If no address is verified, every admin gets an email instead. With `email: null`, no email is sent. With
 * `isAnonymous`, the notification does not name the account.
 */
export async function notifyAdmins(
  tx: Tx<AnyActor>,
  type: NotificationType,
  params: NotificationParams,
  { isAnonymous = false, ...options }: { email?: null; isAnonymous?: boolean } = {},
): Promise<void> {
  const [{ rows: admins }, { rows: addresses }] = await Promise.all([
    tx.run<{ id: AccountId }>('select id from def.admins() as id'),
    tx.run<{ id: NotificationAddressId; wanted: boolean }>('select id, wanted from def.notification_addresses($1)', [
      type,
    ]),
  ])
  const about = tx.actor.id ? ({ type: 'user', id: tx.actor.id } as const) : null
  const mail = addresses.length > 0 ? { email: null } : options
  for (const { id } of admins)
    await notify(tx, { to: id, type, params, about, ...(isAnonymous && { person: null }), ...mail })
  const actingFor = tx.actor.id ?? admins[0]?.id
  if (!actingFor || options.email === null || !isAdminNotificationType(type)) return
  for (const { id, wanted } of addresses) {
    if (wanted) await queueMail(tx, { to: null, kind: type, actingFor, subject: id })
  }
}
