import type { TherapistId } from '@attune/contract/common/ids'
import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { isTestKey } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { sql, type Updateable } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import { PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { unreadable } from '../../../platform/provider-keys/provider-keys.ts'
import { hookPathOf } from './online-payment.address.ts'

type Keys = Pick<AppContext, 'db' | 'providerKeys'>
type KeyAccess = Keys & Pick<AppContext, 'config'>
type KeySetup = KeyAccess & Pick<AppContext, 'site' | 'secrets'>

/** Returns the names under which a therapist's key and secret are encrypted. */
const keyName = (therapistId: TherapistId) => `stripe-key ${therapistId}`
const secretName = (therapistId: TherapistId) => `stripe-secret ${therapistId}`

/** Returns the worker that acts for a therapist. Only the worker can read the key. */
export const workerOf = (therapistId: TherapistId) => ({ role: 'worker', id: therapistId }) as const

/** The keys with which the server calls the provider for a therapist. */
export type ProviderAccess = {
  isOn: boolean
  /** Whether the provider has refused the key. */
  isRefused: boolean
  /** The key; null if none was entered or it cannot be decrypted. A test key is replaced by null unless the environment allows test payments. */
  key: string | null
  /** The signing secret of the webhook; null if none was entered or it cannot be decrypted. */
  secret: string | null
}
type StoredAccess = ProviderAccess & { isReadable: boolean; isRefusedTest: boolean }

/** Reads the key and the secret of a therapist. */
export async function providerAccess(
  { db, providerKeys, config }: KeyAccess,
  therapistId: TherapistId,
): Promise<StoredAccess> {
  const row = await db.asActor(workerOf(therapistId), ({ kysely }) =>
    kysely
      .selectFrom('online_payment_setup')
      .select(['is_on', 'is_test', 'sealed_key', 'sealed_secret', 'key_refused_at'])
      .where('therapist_id', '=', therapistId)
      .executeTakeFirst(),
  )
  const open = (name: string, sealed: Buffer | null | undefined) => (sealed ? providerKeys.open(name, sealed) : null)
  const key = open(keyName(therapistId), row?.sealed_key)
  const secret = open(secretName(therapistId), row?.sealed_secret)
  const isRefusedTest = row?.is_test === true && !config.allowsTestPayments
  return {
    isOn: row?.is_on === true && !isRefusedTest,
    isRefusedTest,
    isRefused: row !== undefined && row.key_refused_at !== null,
    isReadable: key !== unreadable && secret !== unreadable,
    key: key === unreadable || isRefusedTest ? null : key,
    secret: secret === unreadable ? null : secret,
  }
}

/** Returns a therapist's setup for online payments as the settings show it. */
export async function ownSetup(app: KeySetup, therapistId: TherapistId): Promise<OnlinePaymentSetup> {
  const [row, { isOn, isReadable }] = await Promise.all([
    app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
      kysely
        .selectFrom('online_payment_setup')
        .select(['is_test', 'key_saved_at', 'key_refused_at', 'secret_saved_at'])
        .where('therapist_id', '=', therapistId)
        .executeTakeFirst(),
    ),
    providerAccess(app, therapistId),
  ])
  return {
    isOn,
    keySavedAt: row?.key_saved_at ?? null,
    isTest: row?.is_test ?? false,
    keyRefusedAt: row?.key_refused_at ?? null,
    isReadable,
    hookAddress: app.site.origin() + hookPathOf(app, therapistId),
    secretSavedAt: row?.secret_saved_at ?? null,
  }
}

/** Refuses a test key with TEST_KEY unless the environment allows test payments. */
export function requireLiveKey({ config }: Pick<AppContext, 'config'>, key: string): void {
  if (isTestKey(key) && !config.allowsTestPayments) throw createRefusal('TEST_KEY', 409)
}

/** Refuses with KEY_REFUSED, KEY_LACKS or PROVIDER_FAILED unless the provider accepts the key for everything that is needed. */
export async function checkKey({ payments }: Pick<AppContext, 'payments'>, key: string): Promise<void> {
  const missing = await payments.missingPermissions(key).catch((error: unknown) => {
    throw error instanceof PaymentProviderError && error.failure === 'key'
      ? createRefusal('KEY_REFUSED', 409)
      : providerFailed(error)
  })
  if (missing.length > 0) throw createRefusal('KEY_LACKS', 409, { missing })
}

/** Returns the refusal for a PaymentProviderError. Returns any other error unchanged. */
export const providerFailed = (error: unknown): unknown =>
  error instanceof PaymentProviderError ? createRefusal('PROVIDER_FAILED', 409) : error

/** Refuses with PROVIDER_FAILED for a PaymentProviderError. Rethrows any other error. */
export const refusePaymentFailed = (error: unknown): never => {
  throw providerFailed(error)
}

/** Encrypts and stores a verified key of the acting therapist, and deletes the time at which the former key was refused. */
export const saveKey = (tx: Tx, { providerKeys }: Keys, key: string, now: Date) =>
  saveSetup(tx, {
    sealed_key: providerKeys.seal(keyName(tx.actor.id), key),
    is_test: isTestKey(key),
    key_saved_at: now,
    key_refused_at: null,
  })

/** Encrypts and stores the acting therapist's secret of the webhook; null deletes it. */
export const saveSecret = (tx: Tx, { providerKeys }: Keys, secret: string | null, now: Date) =>
  saveSetup(tx, {
    sealed_secret: secret === null ? null : providerKeys.seal(secretName(tx.actor.id), secret),
    secret_saved_at: secret === null ? null : now,
  })

/**
 * Switches the acting therapist's online payment on or off. Switching on expects a key that was checked, and deletes the time at which it was
 * refused.
 */
export const switchOnlinePayment = (tx: Tx, isOn: boolean) =>
  tx.kysely
    .updateTable('online_payment_setup')
    .set({ is_on: isOn, ...(isOn && { key_refused_at: null }) })
    .where('therapist_id', '=', tx.actor.id)
    .execute()

/** Switches online payment off and removes key and secret. */
export const removeSetup = (tx: Tx) =>
  saveSetup(tx, {
    is_on: false,
    sealed_key: null,
    key_saved_at: null,
    key_refused_at: null,
    is_test: false,
    sealed_secret: null,
    secret_saved_at: null,
  })

async function saveSetup(tx: Tx, change: Updateable<DB['online_payment_setup']>): Promise<void> {
  await tx.kysely
    .insertInto('online_payment_setup')
    .values({ therapist_id: tx.actor.id, ...change })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(change))
    .execute()
}

/**
 * Stores the time since which the provider refuses the acting therapist's saved key; ignores any other key. Clients are then offered no online
 * payment.
 */
export async function recordRefusedKey(tx: Tx, { providerKeys }: Keys, key: string, now: Date): Promise<void> {
  const therapistId = tx.actor.id
  const row = await tx.kysely
    .selectFrom('online_payment_setup')
    .select('sealed_key')
    .where('therapist_id', '=', therapistId)
    .executeTakeFirst()
  if (!row?.sealed_key || providerKeys.open(keyName(therapistId), row.sealed_key) !== key) return
  await tx.kysely
    .updateTable('online_payment_setup')
    .set({ key_refused_at: now })
    .where('therapist_id', '=', therapistId)
    .where('sealed_key', '=', row.sealed_key)
    .where('key_refused_at', 'is', null)
    .execute()
}

/** Schedules a query of the refunds at a moment, unless an earlier one is scheduled. */
export async function askForRefundsAt(tx: Tx, moment: Date): Promise<void> {
  await sql`
    update app.online_payment_setup set refunds_due_at = least(refunds_due_at, ${moment})
    where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
}

/**
 * Sets the next time to query the refunds, if a query was due at `now`. If `next` is null, the next payment schedules the next query. Returns false
 * if another server has already done so.
 */
export async function claimRefunds(tx: Tx, now: Date, next: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update app.online_payment_setup set refunds_due_at = ${next}
    where therapist_id = ${tx.actor.id} and refunds_due_at <= ${now} returning therapist_id`.execute(tx.kysely)
  return rows.length > 0
}
