import { mailedNotificationTypes } from '@attune/contract/features/messages/notification/notification'
import { isAdminNotificationType } from '@attune/contract/features/messages/notification/notification.admin-types'
import type { Db } from '../../../platform/database/actor.ts'
import type { DeliveryDecision, EmailKind } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { heldUntil, isFailure, quietHoursEnd, readHoldSettings, withoutQuietHours } from './notification.hold.ts'

/**
 * Decides by the recipient’s settings whether an email is sent now, sent later or dropped. A disabled account gets only emails that the settings do
 * not cover, and no one is reminded or invited on behalf of a disabled therapist. Emails that the settings do not cover are sent now: emails that a
 * person has just requested (such as a password reset or an invitation), and emails to guardians except reminders.
 */
export async function decideDelivery(
  db: Db,
  mail: QueuedMail,
  kind: EmailKind | undefined,
  now: Date,
): Promise<DeliveryDecision> {
  const isReminder = kind?.isReminder === true
  if (mail.account_id === null && isAdminNotificationType(mail.kind)) return decideForAddress(db, mail, now)
  if ((isReminder || kind?.endsWithTherapist) && (await isTherapistDisabled(db, mail))) return 'drop'
  // Guardians have neither settings nor a time zone. Reminders to guardians use the time zone of the therapist
  // (`acting_for`).
  const id = mail.account_id ?? (isReminder ? mail.acting_for : null)
  if (!id || !(isReminder || mailedNotificationTypes.some((mailed) => mailed === mail.kind))) return 'send'
  const settings = await db.asActor({ role: 'worker', id: mail.acting_for }, (tx) => readHoldSettings(tx, id))
  if (settings.isDisabled || settings.setting?.mail_off.includes(mail.kind)) return 'drop'
  const until = heldUntil(isFailure(mail.kind) ? withoutQuietHours(settings) : settings, isReminder, now)
  return until ? { until } : 'send'
}

/**
 * Decides about an email to a notification address. During the quiet hours of the address, only emails about failures are sent. Drops the email if
 * the address was removed, is not verified or no longer gets this kind.
 */
async function decideForAddress(db: Db, { kind, subject_id: id }: QueuedMail, now: Date): Promise<DeliveryDecision> {
  const row = await db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely
      .selectFrom('notification_address')
      .select(['verified_at', 'kinds_off', 'quiet_from', 'quiet_to', 'zone'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!row || row.verified_at === null || row.kinds_off.includes(kind)) return 'drop'
  if (isFailure(kind) || row.quiet_from === null || row.quiet_to === null) return 'send'
  const until = quietHoursEnd({ from: row.quiet_from, to: row.quiet_to }, row.zone, now)
  return until ? { until } : 'send'
}

const isTherapistDisabled = (db: Db, { acting_for: therapistId }: QueuedMail): Promise<boolean> =>
  db.asActor({ role: 'worker', id: therapistId }, async (tx) => (await readHoldSettings(tx, therapistId)).isDisabled)
