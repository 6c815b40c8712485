import { quietHours } from '@attune/contract/common/constants'
import { mailAudience, mailedKinds, type NotificationSettings } from '@attune/contract/features/notification'
import type { Role } from '@attune/contract/features/account'
import type { Tx } from '../../platform/database/actor.ts'

/** The notification types that can be emailed to a role. */
const kindsOf = (role: string) =>
  mailedKinds.filter((kind) => (mailAudience[kind] as readonly Role[]).includes(role as Role))

/** Returns the actor’s settings. The default is quiet hours from 21:00 to 08:00 and all emails on. */
export async function readNotificationSettings(tx: Tx): Promise<NotificationSettings> {
  const row = await rowOf(tx)
  const off = new Set(row?.mail_off ?? [])
  const chosen = row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null
  return {
    quiet: row ? chosen : { ...quietHours },
    mail: Object.fromEntries(kindsOf(tx.actor.role).map((kind) => [kind, !off.has(kind)])),
  }
}

export async function saveNotificationSettings(tx: Tx, wanted: NotificationSettings, now: Date): Promise<void> {
  const row = await rowOf(tx)
  const off = new Set(row?.mail_off ?? [])
  for (const [kind, on] of Object.entries(wanted.mail)) {
    if (on) off.delete(kind)
    else off.add(kind)
  }
  const columns = {
    quiet_from: wanted.quiet?.from ?? null,
    quiet_to: wanted.quiet?.to ?? null,
    mail_off: [...off],
  }
  await tx.kysely
    .insertInto('notification_setting')
    .values({ account_id: tx.actor.id as string, ...columns })
    .onConflict((on) => on.column('account_id').doUpdateSet({ ...columns, updated_at: now }))
    .execute()
}

const rowOf = (tx: Tx) =>
  tx.kysely
    .selectFrom('notification_setting')
    .select(['quiet_from', 'quiet_to', 'mail_off'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
