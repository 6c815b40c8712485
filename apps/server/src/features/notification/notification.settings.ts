import { quietHours } from '@attune/contract/common/constants'
import { mailAudience, mailedKinds, type NotificationSettings } from '@attune/contract/features/notification'
import type { Role } from '@attune/contract/features/account'
import type { Db, Tx } from '../../platform/database/actor.ts'
import { queryBuilder } from '../../platform/database/query-builder.ts'

/** Returns the notification types that can be emailed to a role. */
const kindsOf = (role: string) =>
  mailedKinds.filter((kind) => (mailAudience[kind] as readonly Role[]).includes(role as Role))

/** Returns the actor’s notification settings. The default is quiet hours from 21:00 to 08:00 and all emails on. */
export async function readNotificationSettings(tx: Tx): Promise<NotificationSettings> {
  const row = await rowOf(tx)
  const off = new Set(row?.mail_off ?? [])
  const chosen = row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null
  return {
    quiet: row ? chosen : { ...quietHours },
    mail: Object.fromEntries(kindsOf(tx.actor.role).map((kind) => [kind, !off.has(kind)])),
    ...(tx.actor.role === 'client' && { discreet: row?.discreet ?? false }),
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
    ...(tx.actor.role === 'client' && wanted.discreet !== undefined && { discreet: wanted.discreet }),
  }
  await tx.kysely
    .insertInto('notification_setting')
    .values({ account_id: tx.actor.id as string, ...columns })
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
export async function readEmailChoices(db: Db, accountId: string): Promise<EmailChoices | null> {
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

const rowOf = (tx: Tx) =>
  tx.kysely
    .selectFrom('notification_setting')
    .select(['quiet_from', 'quiet_to', 'mail_off', 'discreet'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
