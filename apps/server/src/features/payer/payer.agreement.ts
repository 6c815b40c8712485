import type { Payer } from '@attune/contract/features/payer'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../platform/policy/refusal.ts'
import { zoneOf } from '../profile/profile.ts'
import { currentPayerOf } from './payer.queries.ts'

type PayerOfRecord = { id: string; payerId: string }

/**
 * Locks the current payer of a record of the actor until the transaction ends. Refuses with NOT_FOUND for a record of others, and with
 * CHANGED if the payer is another one.
 */
async function lockCurrentPayer(tx: Tx, { id, payerId }: PayerOfRecord) {
  const own = await tx.kysely.selectFrom('client').select('id').where('id', '=', id).executeTakeFirst()
  if (!own) throw notFound()
  const current = await tx.kysely
    .selectFrom('payer')
    .select(['id', 'kind', 'agreed_at', 'withdrawn_at', 'version'])
    .where('client_id', '=', id)
    .where('is_current', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (current?.id !== payerId) throw createRefusal('CHANGED', 409)
  return current
}

/**
 * Records on the client’s word that the client agreed to the payer on a day. Repeating the call changes nothing. Refuses with NOT_FOUND,
 * CHANGED, and IN_FUTURE.
 */
export async function recordAgreement(tx: Tx, act: PayerOfRecord & { day: string }, now: Date): Promise<Payer> {
  await lockCurrentPayer(tx, act)
  const { rows } = await sql<{ at: Date; isFuture: boolean }>`
    select (${act.day}::date + time '12:00') at time zone z.zone as at, ${act.day}::date > (${now}::timestamptz at time zone z.zone)::date as "isFuture"
    from (select ${await zoneOf(tx)} as zone) z`.execute(tx.kysely)
  const [noon] = rows
  if (!noon || noon.isFuture) throw createRefusal('IN_FUTURE', 409)
  await tx.kysely
    .updateTable('payer')
    .set((eb) => ({ agreed_at: noon.at, agreed_by: 'therapist', withdrawn_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', act.payerId)
    .execute()
  return currentPayerOf(tx, act.id, now)
}

/** The acting client agrees to the payer of an own record. Repeating the call changes nothing. Refuses with NOT_FOUND and CHANGED. */
export async function agreeToPayer(tx: Tx, act: PayerOfRecord, now: Date): Promise<void> {
  const { agreed_at, withdrawn_at } = await lockCurrentPayer(tx, act)
  if (agreed_at && !withdrawn_at) return
  await tx.kysely
    .updateTable('payer')
    .set((eb) => ({ agreed_at: now, agreed_by: 'client', withdrawn_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', act.payerId)
    .execute()
}

/** Withdraws the agreement to the payer of a record of the actor. Repeating the call changes nothing. Refuses with NOT_FOUND and CHANGED. */
export async function withdrawAgreement(tx: Tx, act: PayerOfRecord, now: Date): Promise<void> {
  const { agreed_at, withdrawn_at } = await lockCurrentPayer(tx, act)
  if (!agreed_at || withdrawn_at) return
  await tx.kysely
    .updateTable('payer')
    .set((eb) => ({ withdrawn_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', act.payerId)
    .execute()
}
