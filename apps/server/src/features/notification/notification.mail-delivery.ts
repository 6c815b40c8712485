import { quietHours, reminderHours } from '@attune/contract/common/constants'
import { dayBounds, instantOf, wallClockOf } from '@attune/contract/common/time'
import { mailedKinds } from '@attune/contract/features/notification'
import type { Db } from '../../platform/database/actor.ts'
import type { DeliveryDecision, EmailKind } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'

type Quiet = { from: string; to: string }

/**
 * The hours in which no reminder is sent. For reminders, these hours replace the recipient’s own quiet hours, because
 * longer quiet hours could delay a reminder too much.
 */
const reminderQuietHours = { from: timeOfHour(reminderHours.to), to: timeOfHour(reminderHours.from) }

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
  const { setting, profile } = await db.asActor({ role: 'worker', id: mail.acting_for }, async (tx) => ({
    setting: await tx.kysely
      .selectFrom('notification_setting')
      .select(['quiet_from', 'quiet_to', 'mail_off'])
      .where('account_id', '=', id)
      .executeTakeFirst(),
    profile: await tx.kysely.selectFrom('profile').select('zone').where('account_id', '=', id).executeTakeFirst(),
  }))
  if (setting?.mail_off.includes(mail.kind)) return 'drop'
  const chosen = setting?.quiet_from && setting.quiet_to ? { from: setting.quiet_from, to: setting.quiet_to } : null
  const quiet = isReminder ? reminderQuietHours : setting ? chosen : quietHours
  const until = quiet && quietHoursEnd(quiet, profile?.zone ?? 'UTC', now)
  return until ? { until } : 'send'
}

function timeOfHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Returns the instant at which the current quiet hours end; null if `now` is outside the quiet hours. */
export function quietHoursEnd({ from, to }: Quiet, zone: string, now: Date): Date | null {
  const { day, time } = wallClockOf(now.toISOString(), zone)
  const overnight = from > to
  const within = overnight ? time >= from || time < to : time >= from && time < to
  if (!within) return null
  const lastDay = overnight && time >= from ? wallClockOf(dayBounds(day, zone).to, zone).day : day
  return new Date(instantOf(lastDay, to, zone))
}
