import type { NotificationAddressId } from '@attune/contract/common/ids'
import { adminNotificationTypes } from '@attune/contract/features/messages/notification/notification.admin-types'
import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import type { Selectable } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import type { AuditedValues } from '../../../platform/policy/audit.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

export type StoredAddress = Selectable<DB['notification_address']>

export const listAddresses = (tx: Tx): Promise<StoredAddress[]> =>
  tx.kysely.selectFrom('notification_address').selectAll().orderBy('created_at').orderBy('id').execute()

export const findAddress = (tx: Tx<AnyActor>, id: NotificationAddressId): Promise<StoredAddress | undefined> =>
  tx.kysely.selectFrom('notification_address').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an address until the transaction ends. Refuses with NOT_FOUND. */
export async function lockAddress(tx: Tx, id: NotificationAddressId): Promise<StoredAddress> {
  const row = await tx.kysely
    .selectFrom('notification_address')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const stateOf = (row: StoredAddress, now: Date): NotificationAddress['state'] => {
  if (row.verified_at !== null) return 'verified'
  return new Date(row.expires_at) > now ? 'waiting' : 'expired'
}

export const quietOf = ({ quiet_from: from, quiet_to: to }: Pick<StoredAddress, 'quiet_from' | 'quiet_to'>) =>
  from !== null && to !== null ? { from, to } : null

export const toAddress = (row: StoredAddress, now: Date): NotificationAddress => ({
  id: row.id,
  email: row.email,
  state: stateOf(row, now),
  sentAt: row.sent_at,
  kinds: Object.fromEntries(
    adminNotificationTypes.map((kind) => [kind, !row.kinds_off.includes(kind)]),
  ) as NotificationAddress['kinds'],
  quiet: quietOf(row),
  zone: row.zone,
  version: row.version,
})

/** Returns the settings of an address whose changes the audit log shows: each kind, and the quiet hours. */
export function auditedAddress(row: Pick<StoredAddress, 'kinds_off' | 'quiet_from' | 'quiet_to'>): AuditedValues {
  const quiet = quietOf(row)
  return {
    ...Object.fromEntries(adminNotificationTypes.map((kind) => [kind, !row.kinds_off.includes(kind)])),
    quiet: quiet && `${quiet.from}–${quiet.to}`,
  }
}
