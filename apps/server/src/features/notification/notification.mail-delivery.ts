import { mailedKinds } from '@attune/contract/features/notification'
import type { Db } from '../../platform/database/actor.ts'
import type { DeliveryDecision, EmailKind } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'
import { heldUntil, readHoldSettings } from './notification.hold.ts'

/**
 * Decides by the recipient’s settings whether an email is sent now, sent later or dropped. A disabled account gets only
 * emails that the settings do not cover, and nobody is reminded or invited on behalf of a disabled therapist. Emails that
 * the settings do not cover are sent now: emails that a person has just requested (such as a password reset or an
 * invitation), and emails to guardians except reminders.
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
  if (mail.kind === 'invitation') return (await isInviterDisabled(db, mail)) ? 'drop' : 'send'
  const id = mail.account_id ?? (isReminder ? mail.acting_for : null)
  if (!id || !(isReminder || mailedKinds.some((mailed) => mailed === mail.kind))) return 'send'
  const [settings, isSenderDisabled] = await db.asActor({ role: 'worker', id: mail.acting_for }, async (tx) =>
    Promise.all([
      readHoldSettings(tx, id),
      isReminder && readHoldSettings(tx, mail.acting_for).then(({ isDisabled }) => isDisabled),
    ]),
  )
  if (isSenderDisabled) return 'drop'
  if (settings.isDisabled || settings.setting?.mail_off.includes(mail.kind)) return 'drop'
  const until = heldUntil(settings, isReminder, now)
  return until ? { until } : 'send'
}

/** The link of such an invitation is invalid for as long as the therapist's account is disabled. */
const isInviterDisabled = (db: Db, { acting_for: therapistId }: QueuedMail): Promise<boolean> =>
  db.asActor({ role: 'worker', id: therapistId }, async (tx) => (await readHoldSettings(tx, therapistId)).isDisabled)
