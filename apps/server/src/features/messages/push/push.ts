import type { DeviceId, LoginId, PushSubscriptionId } from '@attune/contract/common/ids'
import type { NewPushSubscription, PushBrowser } from '@attune/contract/features/messages/push/push'
import type { NewUserDevice, RecordedDevice, UserDevice } from '@attune/contract/features/people/native-app/native-app'
import { type NativePlatform, userDeviceLimit } from '@attune/contract/features/people/native-app/native-app.rules'
import type { RelatedType } from '@attune/contract/features/messages/notification/notification'
import { pushSubscriptionLimit, subjectViewTimes } from '@attune/contract/features/messages/push/push.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import './push.queues.ts'

export { devicePayloadKey } from './push.device-payload.ts'

type Subscriber = { loginId: LoginId; name: string }

const shownOfBrowser = ['id', 'login_id', 'name', 'created_at', 'last_seen_at'] as const
type BrowserRow = {
  id: PushSubscriptionId
  login_id: LoginId | null
  name: string
  created_at: string
  last_seen_at: string
}

const toBrowser = (row: BrowserRow, loginId: LoginId): PushBrowser => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  isCurrent: row.login_id === loginId,
})

/** Returns the browsers in which the actor gets push notifications, last seen first. */
export async function listPushBrowsers(tx: Tx, loginId: LoginId): Promise<PushBrowser[]> {
  const rows = await tx.kysely
    .selectFrom('push_subscription')
    .select(shownOfBrowser)
    .where('account_id', '=', tx.actor.id)
    .where('removed_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => toBrowser(row, loginId))
}

/**
 * Saves the subscription of the actor’s browser, or renews it because the app was opened. Ends the subscriptions of other accounts in this browser,
 * all other subscriptions of this login, and the actor’s oldest subscriptions above the limit. Refuses a renewal with REMOVED if the actor has
 * removed this browser.
 */
export async function saveSubscription(
  tx: Tx,
  { endpoint, p256dh, auth, hostKey, isRenewal }: NewPushSubscription,
  { loginId, name }: Subscriber,
  now: Date,
): Promise<PushBrowser> {
  if (isRenewal && (await isBrowserRemoved(tx, endpoint))) throw createRefusal('REMOVED', 409)
  await tx.run('select def.take_push_endpoint($1)', [endpoint])
  const columns = { removed_at: null, login_id: loginId, p256dh, auth, host_key: hostKey, name, last_seen_at: now }
  const row = await tx.kysely
    .insertInto('push_subscription')
    .values({ account_id: tx.actor.id, endpoint, created_at: now, ...columns })
    .onConflict((on) => on.columns(['account_id', 'endpoint']).doUpdateSet(columns))
    .returning(shownOfBrowser)
    .executeTakeFirstOrThrow()
  await tx.run(
    `delete from app.push_subscription where account_id = $1 and (login_id = $2 and id <> $3
       or id in (select id from app.push_subscription where account_id = $1 order by last_seen_at desc, id offset $4))`,
    [tx.actor.id, loginId, row.id, pushSubscriptionLimit],
  )
  return toBrowser(row, loginId)
}

async function isBrowserRemoved(tx: Tx, endpoint: string): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('push_subscription')
    .select('removed_at')
    .where('account_id', '=', tx.actor.id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return row !== undefined && row.removed_at !== null
}

/** Ends the push notifications in a browser of the actor. Refuses with NOT_FOUND for any other browser. */
export async function removeSubscription(tx: Tx, id: PushSubscriptionId, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('push_subscription')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** Enqueues a test notification for a browser of the actor. Refuses with NOT_FOUND for any other browser. */
export async function sendTest(tx: Tx, id: PushSubscriptionId): Promise<void> {
  const known = await tx.kysely
    .selectFrom('push_subscription')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!known) throw notFound()
  const data = { accountId: tx.actor.id, subscriptionId: id, notificationId: null }
  await enqueue(tx, { name: 'push-send', data })
}

const shownOfDevice = ['id', 'login_id', 'platform', 'device_info', 'is_active', 'last_seen_at'] as const
type DeviceRow = {
  id: DeviceId
  login_id: LoginId | null
  platform: string
  device_info: string
  is_active: boolean
  last_seen_at: string
}

const toDevice = (row: DeviceRow, loginId: LoginId): UserDevice => ({
  id: row.id,
  platform: row.platform as NativePlatform,
  deviceInfo: row.device_info,
  isActive: row.is_active,
  lastSeenAt: row.last_seen_at,
  isCurrent: row.login_id === loginId,
})

/** Returns the devices on which the actor has switched on push notifications, most recently seen first. Omits removed devices. */
export async function listUserDevices(tx: Tx, loginId: LoginId): Promise<UserDevice[]> {
  const rows = await tx.kysely
    .selectFrom('user_device')
    .select(shownOfDevice)
    .where('account_id', '=', tx.actor.id)
    .where('removed_at', 'is', null)
    .where('token', 'is not', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => toDevice(row, loginId))
}

/**
 * Records that the actor’s app was installed or started on a device on which push notifications are off. Moves the device from other accounts to the
 * actor. A removed device stays removed. Deletes the actor's oldest devices above the limit.
 */
export async function recordUserDevice(
  tx: Tx,
  { id, platform, deviceInfo }: RecordedDevice,
  loginId: LoginId,
  now: Date,
): Promise<void> {
  await tx.run('select def.take_device($1, null)', [id])
  const columns = { login_id: loginId, token: null, platform, device_info: deviceInfo, last_seen_at: now }
  await tx.kysely
    .insertInto('user_device')
    .values({ id, account_id: tx.actor.id, created_at: now, is_active: true, ...columns })
    .onConflict((on) =>
      on.column('id').doUpdateSet({
        ...columns,
        is_active: (is) => is.case().when('user_device.removed_at', 'is', null).then(true).else(false).end(),
      }),
    )
    .execute()
  await deleteOldestDevices(tx)
}

/**
 * Switches on push notifications for the device with the actor’s app, or renews them because the app was started. Moves the device and its token from
 * other accounts to the actor, and removes the actor's oldest devices above the limit. Refuses a renewal with REMOVED if the actor has removed this
 * device.
 */
export async function saveUserDevice(
  tx: Tx,
  { id, token, platform, deviceInfo, isRenewal }: NewUserDevice,
  loginId: LoginId,
  now: Date,
): Promise<UserDevice> {
  if (isRenewal && (await isDeviceRemoved(tx, id))) throw createRefusal('REMOVED', 409)
  await tx.run('select def.take_device($1, $2)', [id, token])
  const columns = { login_id: loginId, token, platform, device_info: deviceInfo, is_active: true, last_seen_at: now }
  const row = await tx.kysely
    .insertInto('user_device')
    .values({ id, account_id: tx.actor.id, created_at: now, ...columns })
    .onConflict((on) => on.column('id').doUpdateSet({ ...columns, removed_at: null }))
    .returning(shownOfDevice)
    .executeTakeFirstOrThrow()
  await deleteOldestDevices(tx)
  return toDevice(row, loginId)
}

/** Deletes the actor's least recently seen devices above the limit. */
async function deleteOldestDevices(tx: Tx): Promise<void> {
  await tx.run(
    `delete from app.user_device where account_id = $1
       and id in (select id from app.user_device where account_id = $1 order by last_seen_at desc, id offset $2)`,
    [tx.actor.id, userDeviceLimit],
  )
}

async function isDeviceRemoved(tx: Tx, id: DeviceId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('user_device')
    .select('removed_at')
    .where('account_id', '=', tx.actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.removed_at !== null
}

/** Ends the push notifications on a device of the actor. Refuses with NOT_FOUND for any other device. */
export async function removeUserDevice(tx: Tx, id: DeviceId, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('user_device')
    .set({ is_active: false, removed_at: now })
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** Enqueues a test notification for an active device of the actor. Refuses with NOT_FOUND for any other device. */
export async function sendDeviceTest(tx: Tx, id: DeviceId): Promise<void> {
  const known = await tx.kysely
    .selectFrom('user_device')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', tx.actor.id)
    .where('is_active', '=', true)
    .where('token', 'is not', null)
    .executeTakeFirst()
  if (!known) throw notFound()
  const data = { accountId: tx.actor.id, deviceId: id, notificationId: null }
  await enqueue(tx, { name: 'push-device', data })
}

type View = { page: string; type: RelatedType; id: string; isVisible: boolean }

/** Records that a visible page of the actor shows a subject, or no longer does. Deletes expired records of the actor. */
export async function setViewed(tx: Tx, { page, type, id, isVisible }: View, now: Date): Promise<void> {
  await tx.kysely
    .deleteFrom('subject_view')
    .where('account_id', '=', tx.actor.id)
    .where((is) => is.or([is('until', '<', now.toISOString()), is('page_id', '=', page)]))
    .execute()
  if (!isVisible) return
  await tx.kysely
    .insertInto('subject_view')
    .values({
      account_id: tx.actor.id,
      page_id: page,
      related_type: type,
      related_id: id,
      until: new Date(now.getTime() + subjectViewTimes.validSeconds * 1000),
    })
    // Two calls of one page may run in parallel.
    .onConflict((on) => on.columns(['account_id', 'page_id']).doNothing())
    .execute()
}
