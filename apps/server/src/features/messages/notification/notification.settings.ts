import type { AccountId } from '@attune/contract/common/ids'
import { notificationPauseHours, quietHours } from '@attune/contract/common/constants'
import {
  mailAudience,
  mailedNotificationTypes,
  type MailedNotificationType,
} from '@attune/contract/features/messages/notification/notification'
import { textedNotificationTypes } from '@attune/contract/features/messages/notification/notification.rules'
import type {
  NotificationSettings,
  SavedNotificationSettings,
} from '@attune/contract/features/messages/notification/notification.settings'
import type { Role } from '@attune/contract/features/people/account/account'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/actor.ts'
import { queryBuilder } from '../../../platform/database/query-builder.ts'
import type { DB } from '../../../platform/database/types.ts'

/** Returns the notification types that can be emailed and pushed to a role. */
const kindsOf = (role: string) =>
  mailedNotificationTypes.filter((kind) => (mailAudience[kind] as readonly Role[]).includes(role as Role))

/**
 * Returns the actor’s notification settings. The default is quiet hours from 21:00 to 08:00, and all emails, push
 * notifications and, for clients, texts on.
 */
export async function readNotificationSettings(tx: Tx, now: Date): Promise<SavedNotificationSettings> {
  const row = await findSettingsRow(tx)
  const chosen = row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null
  const switches = (off: string[] = [], kinds: readonly string[] = kindsOf(tx.actor.role)) =>
    Object.fromEntries(kinds.map((kind) => [kind, !off.includes(kind)]))
  return {
    quiet: row ? chosen : { ...quietHours },
    mail: switches(row?.mail_off),
    push: switches(row?.push_off),
    pausedUntil: row?.paused_until && new Date(row.paused_until) > now ? row.paused_until : null,
    ...(tx.actor.role === 'client' && {
      text: switches(row?.text_off, Object.keys(textedNotificationTypes)),
      discreet: row?.discreet ?? false,
    }),
  }
}

export async function saveNotificationSettings(tx: Tx, wanted: NotificationSettings, now: Date): Promise<void> {
  const row = await findSettingsRow(tx)
  await writeSettings(tx, now, {
    quiet_from: wanted.quiet?.from ?? null,
    quiet_to: wanted.quiet?.to ?? null,
    mail_off: switchedOff(row?.mail_off, wanted.mail),
    push_off: switchedOff(row?.push_off, wanted.push),
    ...(tx.actor.role === 'client' && { text_off: switchedOff(row?.text_off, wanted.text) }),
    ...(tx.actor.role === 'client' && wanted.discreet !== undefined && { discreet: wanted.discreet }),
  })
}

/** Returns the types that are switched off after a change. A type that is missing in the change keeps its setting. */
function switchedOff(before: string[] = [], change: Partial<Record<MailedNotificationType, boolean>> = {}): string[] {
  const off = new Set(before)
  for (const [kind, on] of Object.entries(change)) {
    if (on) off.delete(kind)
    else off.add(kind)
  }
  return [...off]
}

/**
 * If `isPaused` is true, begins a pause of one day during which the actor’s emails, push notifications and notices by text wait. Otherwise ends the
 * pause.
 */
export async function pauseNotifications(tx: Tx, isPaused: boolean, now: Date): Promise<void> {
  const until = isPaused ? new Date(now.getTime() + notificationPauseHours * 60 * 60_000) : null
  await writeSettings(tx, now, { ...(await defaultsOf(tx)), paused_until: until })
}

/** Switches on discreet emails of a client. */
export async function saveDiscreetEmails(tx: Tx, now: Date): Promise<void> {
  await writeSettings(tx, now, { ...(await defaultsOf(tx)), discreet: true })
}

/** Returns the default quiet hours, which a person without saved settings keeps when the first setting is saved. */
const defaultsOf = async (tx: Tx): Promise<SettingColumns> =>
  (await findSettingsRow(tx)) ? {} : { quiet_from: quietHours.from, quiet_to: quietHours.to }

type SettingColumns = Partial<Omit<Insertable<DB['notification_setting']>, 'account_id' | 'updated_at'>>

async function writeSettings(tx: Tx, now: Date, columns: SettingColumns): Promise<void> {
  await tx.kysely
    .insertInto('notification_setting')
    .values({ account_id: tx.actor.id, ...columns })
    .onConflict((on) => on.column('account_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
}

/**
 * The data of a recipient that determines the sender name of an email: the role, and whether the recipient is a client
 * who has chosen discreet emails.
 */
export type EmailChoices = { role: string; isDiscreet: boolean }

/**
 * Returns the role of an account and whether it has chosen discreet emails; null if the account has no profile. Reads
 * as this account, because the therapist in whose name an email is sent cannot read these values after a disconnect.
 */
export async function readEmailChoices(db: Db, accountId: AccountId): Promise<EmailChoices | null> {
  const [row] = await db.readAs(
    { role: 'worker', id: accountId },
    queryBuilder
      .selectFrom('profile as p')
      .leftJoin('notification_setting as s', 's.account_id', 'p.account_id')
      .select(['p.role', 's.discreet'])
      .where('p.account_id', '=', accountId)
      .compile(),
  )
  return row ? { role: row.role, isDiscreet: row.role === 'client' && row.discreet === true } : null
}

const findSettingsRow = (tx: Tx) =>
  tx.kysely
    .selectFrom('notification_setting')
    .select(['quiet_from', 'quiet_to', 'mail_off', 'push_off', 'text_off', 'paused_until', 'discreet'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
