import { mailedKinds } from '@attune/contract/features/notification'
import type { Db } from '../../platform/database/actor.ts'
import type { DeliveryDecision, EmailKind } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'
import { heldUntil, readHoldSettings } from './notification.hold.ts'

/**
 * Decides by the recipient’s settings whether an email is sent now, sent later or dropped. Emails that the settings do
 * not cover are sent now: emails that a person has just requested (such as a password reset or an invitation), and
 * emails to guardians except reminders.
 */
export async function decideDelivery(
  db: Db,
  mail: QueuedMail,
  kind: EmailKind | undefined,
  now: Date,
): Promise<DeliveryDecision> {
  const isReminder = kind?.isReminder === true
  // Guardians have neither settings nor a time zone. Reminders to guardians use the time zone of the therapist
  // (`acting_for`).
  const id = mail.account_id ?? (isReminder ? mail.acting_for : null)
  if (!id || !(isReminder || mailedKinds.some((mailed) => mailed === mail.kind))) return 'send'
  const settings = await db.asActor({ role: 'worker', id: mail.acting_for }, (tx) => readHoldSettings(tx, id))
  if (settings.setting?.mail_off.includes(mail.kind)) return 'drop'
  const until = heldUntil(settings, isReminder, now)
  return until ? { until } : 'send'
}
