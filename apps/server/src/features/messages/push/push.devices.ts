import type { NewUserDevice, UserDevice } from '@attune/contract/features/people/native-app/native-app'
import { type NativePlatform, userDeviceLimit } from '@attune/contract/features/people/native-app/native-app.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import './push.queues.ts'

const shown = ['id', 'login_id', 'platform', 'device_info', 'is_active', 'last_seen_at'] as const
type Row = {
  id: string
  login_id: string | null
  platform: string
  device_info: string
  is_active: boolean
  last_seen_at: string
}

const toDevice = (row: Row, loginId: string): UserDevice => ({
  id: row.id,
  platform: row.platform as NativePlatform,
  deviceInfo: row.device_info,
  isActive: row.is_active,
  lastSeenAt: row.last_seen_at,
  isCurrent: row.login_id === loginId,
})

/** Returns the devices of the actor that were not removed, last seen first. */
export async function listUserDevices(tx: Tx, loginId: string): Promise<UserDevice[]> {
  const rows = await tx.kysely
    .selectFrom('user_device')
    .select(shown)
    .where('account_id', '=', tx.actor.id)
    .where('removed_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => toDevice(row, loginId))
}

/**
 * Saves the installation of the actor’s app, or notes that it has started. Takes the installation and its token from other accounts, and
 * removes the oldest devices of the actor above the limit. Refuses a renewal with REMOVED if the actor has removed this device.
 */
export async function saveUserDevice(
  tx: Tx,
  { id, token, platform, deviceInfo, isRenewal }: NewUserDevice,
  loginId: string,
  now: Date,
): Promise<UserDevice> {
  if (isRenewal && (await isRemoved(tx, id))) throw createRefusal('REMOVED', 409)
  await tx.run('select def.take_device($1, $2)', [id, token])
  const columns = { login_id: loginId, token, platform, device_info: deviceInfo, is_active: true, last_seen_at: now }
  const row = await tx.kysely
    .insertInto('user_device')
    .values({ id, account_id: tx.actor.id, created_at: now, ...columns })
    .onConflict((on) => on.column('id').doUpdateSet({ ...columns, removed_at: null }))
    .returning(shown)
    .executeTakeFirstOrThrow()
  await tx.run(
    `delete from app.user_device where account_id = $1
       and id in (select id from app.user_device where account_id = $1 order by last_seen_at desc, id offset $2)`,
    [tx.actor.id, userDeviceLimit],
  )
  return toDevice(row, loginId)
}

async function isRemoved(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('user_device')
    .select('removed_at')
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.removed_at !== null
}

/** Ends the push notifications on a device of the actor. Refuses with NOT_FOUND for a device of others. */
export async function removeUserDevice(tx: Tx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('user_device')
    .set({ is_active: false, removed_at: now })
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** Enqueues a test to an active device of the actor. Refuses with NOT_FOUND for any other device. */
export async function sendDeviceTest(tx: Tx, id: string): Promise<void> {
  const known = await tx.kysely
    .selectFrom('user_device')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!known) throw notFound()
  const data = { accountId: tx.actor.id, deviceId: id, notificationId: null }
  await enqueue(tx, { name: 'push-device', data })
}
