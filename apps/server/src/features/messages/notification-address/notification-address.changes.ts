import type { NotificationAddressId } from '@attune/contract/common/ids'
import {
  addressLinkHours,
  notificationAddressLimit,
} from '@attune/contract/features/messages/notification-address/notification-address.rules'
import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { changedValues, describeChange } from '../../../platform/policy/audit.ts'
import { createRefusal, limitReached } from '../../../platform/policy/refusal.ts'
import { queueMail } from '../notification/notification.ts'
import {
  type StoredAddress,
  auditedAddress,
  findAddress,
  lockAddress,
  toAddress,
} from './notification-address.queries.ts'

const linkTimes = (now: Date) => ({
  sent_at: now,
  expires_at: new Date(now.getTime() + addressLinkHours * 60 * 60 * 1000),
})

/**
 * Adds an address and emails a verification link to it, in the language and zone of the acting admin. Repeating the call with the same id and email
 * address changes nothing. Refuses with:
 * - TAKEN if another address has the id or the email address, or a removed address had the id
 * - LIMIT_REACHED
 */
export async function addAddress(
  tx: Tx,
  { id, email }: { id: NotificationAddressId; email: string },
  now: Date,
): Promise<StoredAddress> {
  // If two admins add an address at the same time, the calls run one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('attune notification addresses'))`.execute(tx.kysely)
  const known = await tx.kysely.selectFrom('notification_address').select(['id', 'email']).execute()
  const row = known.some((one) => one.id === id && one.email === email) ? await findAddress(tx, id) : undefined
  if (row) return row
  if (known.some((one) => one.id === id || one.email === email) || (await wasUsed(tx, id)))
    throw createRefusal('TAKEN', 409)
  if (known.length >= notificationAddressLimit) throw limitReached(notificationAddressLimit)
  const me = await tx.kysely
    .selectFrom('person')
    .select(['language', 'zone'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirstOrThrow()
  const added = await tx.kysely
    .insertInto('notification_address')
    .values({ id, email, ...me, ...linkTimes(now) })
    .returningAll()
    .executeTakeFirstOrThrow()
  describeChange(tx, { resourceId: id, before: { state: null }, after: { state: 'unverified' } })
  await mailTo(tx, 'notification-address', added)
  return added
}

/** Whether a removed address had this id. Its old link would otherwise verify the new address. */
async function wasUsed(tx: Tx, id: NotificationAddressId): Promise<boolean> {
  const { rows } = await tx.run(`select id from def.administration_audit($1, 'add', null, null, null, 1)`, [id])
  return rows.length > 0
}

/** Sends a new link, which makes the earlier ones invalid. Refuses with NOT_FOUND, and with VERIFIED if the address is already verified. */
export async function sendLink(tx: Tx, id: NotificationAddressId, now: Date): Promise<StoredAddress> {
  const before = await lockAddress(tx, id)
  if (before.verified_at !== null) throw createRefusal('VERIFIED', 409)
  const after = await tx.kysely
    .updateTable('notification_address')
    .set({ generation: before.generation + 1, version: before.version + 1, ...linkTimes(now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await mailTo(tx, 'notification-address', after)
  return after
}

type Change = Pick<NotificationAddress, 'id' | 'version' | 'quiet'> & { kinds: Partial<NotificationAddress['kinds']> }

/** Saves kinds and quiet hours. Refuses with NOT_FOUND, and with CHANGED and the current address if its version differs. */
export async function saveAddress(tx: Tx, { id, version, kinds, quiet }: Change, now: Date): Promise<StoredAddress> {
  const before = await lockAddress(tx, id)
  if (before.version !== version) throw createRefusal('CHANGED', 409, { address: toAddress(before, now) })
  const off = new Set(before.kinds_off)
  for (const [kind, on] of Object.entries(kinds)) {
    if (on) off.delete(kind)
    else off.add(kind)
  }
  const after = await tx.kysely
    .updateTable('notification_address')
    .set({
      kinds_off: [...off],
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      version: version + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  describeChange(tx, changedValues(auditedAddress(before), auditedAddress(after)))
  return after
}

/** Removes an address. Refuses with NOT_FOUND, also if another admin has removed it. */
export async function removeAddress(tx: Tx, id: NotificationAddressId): Promise<void> {
  const before = await lockAddress(tx, id)
  await tx.kysely.deleteFrom('notification_address').where('id', '=', id).execute()
  const state = before.verified_at === null ? 'unverified' : 'verified'
  describeChange(tx, { before: { state }, after: { state: null } })
}

/** Sends a test to a verified address. Refuses with NOT_FOUND and NOT_VERIFIED. */
export async function sendTestEmail(tx: Tx, id: NotificationAddressId): Promise<void> {
  const row = await lockAddress(tx, id)
  if (row.verified_at === null) throw createRefusal('NOT_VERIFIED', 409)
  await mailTo(tx, 'notification-test', row)
}

const mailTo = (tx: Tx, kind: 'notification-address' | 'notification-test', { id, generation }: StoredAddress) =>
  queueMail(tx, { to: null, kind, actingFor: tx.actor.id, subject: id, generation, isUrgent: true })
