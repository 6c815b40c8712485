import { quietHours, reminderHours } from '@attune/contract/common/constants'
import { failureNotificationTypes } from '@attune/contract/features/messages/notification-address/notification-address.rules'
import { dayBounds, instantOf, wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../platform/database/actor.ts'

type Quiet = { from: string; to: string }

/** The settings of an account that delay notifications, and its time zone. */
export type HoldSettings = {
  /** Null if none were saved. */
  setting: { quiet_from: string | null; quiet_to: string | null; paused_until: string | null } | null
  zone: string
}

/**
 * The hours in which no reminder is sent. For reminders, these hours replace the recipient’s own quiet hours and pause,
 * because both could delay a reminder too much.
 */
const reminderQuietHours = { from: timeOfHour(reminderHours.to), to: timeOfHour(reminderHours.from) }

/** The interval at which a notification held back by a pause is checked again, because a person can end a pause early. */
const pauseCheckMilliseconds = 15 * 60_000

/** Reads the settings of an account that delay notifications or switch types off, and whether an admin has disabled the account. */
export async function readHoldSettings(tx: Tx, account: string) {
  const [setting, profile] = await Promise.all([
    tx.kysely
      .selectFrom('notification_setting')
      .select(['quiet_from', 'quiet_to', 'paused_until', 'mail_off', 'push_off', 'text_off'])
      .where('account_id', '=', account)
      .executeTakeFirst(),
    tx.kysely.selectFrom('person').select(['zone', 'disabled_at']).where('account_id', '=', account).executeTakeFirst(),
  ])
  return { setting: setting ?? null, zone: profile?.zone ?? 'UTC', isDisabled: Boolean(profile?.disabled_at) }
}

/** Returns the quiet hours of an account; by default those of the product. Null if the person has switched them off. */
export async function readQuietHours(tx: Tx, account: string): Promise<{ from: string; to: string } | null> {
  const setting = await tx.kysely
    .selectFrom('notification_setting')
    .select(['quiet_from', 'quiet_to'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (!setting) return quietHours
  return setting.quiet_from && setting.quiet_to ? { from: setting.quiet_from, to: setting.quiet_to } : null
}

/**
 * Returns the time until which an email, push notification or text waits: the end of the quiet hours, or the next check of the pause. Null if it
 * can be sent now.
 */
export function heldUntil({ setting, zone }: HoldSettings, isReminder: boolean, now: Date): Date | null {
  if (isReminder) return quietHoursEnd(reminderQuietHours, zone, now)
  const chosen = setting?.quiet_from && setting.quiet_to ? { from: setting.quiet_from, to: setting.quiet_to } : null
  const quiet = setting ? chosen : quietHours
  const pauseEnd = setting?.paused_until ? new Date(setting.paused_until).getTime() - now.getTime() : 0
  const paused = pauseEnd > 0 ? new Date(now.getTime() + Math.min(pauseEnd, pauseCheckMilliseconds)) : null
  return (quiet && quietHoursEnd(quiet, zone, now)) ?? paused
}

/** Whether a notification type reports a failure. Quiet hours do not delay notifications of such a type. */
export const isFailure = (type: string): boolean => failureNotificationTypes.some((one) => one === type)

/** Returns settings that delay notifications only during a pause. */
export const withoutQuietHours = <Settings extends HoldSettings>(settings: Settings): Settings => ({
  ...settings,
  setting: { paused_until: null, ...settings.setting, quiet_from: null, quiet_to: null },
})

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
  const end = new Date(instantOf(lastDay, to, zone))
  // In the hour that a clock change repeats, the first occurrence of the time may already be over.
  return end > now ? end : new Date(instantOf(lastDay, to, zone, 'second'))
}
