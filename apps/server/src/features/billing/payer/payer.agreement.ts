import type { ClientId, PayerId } from '@attune/contract/common/ids'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'
import { agreementOf, readCurrentPayer } from './payer.queries.ts'

type PayerOfRecord = { id: ClientId; payerId: PayerId }
type NamedPayer = PayerOfRecord & { name: string }
type Current = { id: PayerId; name: string; agreedAt: Date | null; withdrawnAt: Date | null; isAgreed: boolean }

/**
 * Locks the payers of a client record until the transaction ends, so that no agreement changes. Agreements and withdrawals lock `for update`,
 * issuing an invoice locks `for share`.
 */
const lockPayers = (tx: Tx, clientId: ClientId, how: 'update' | 'share') =>
  sql`select from app.payer where client_id = ${clientId} order by id ${sql.raw(`for ${how}`)}`.execute(tx.kysely)

/** Blocks changes of the agreements to the payers of a client record until the transaction ends. */
export const keepAgreements = (tx: Tx, clientId: ClientId) => lockPayers(tx, clientId, 'share')

/**
 * Locks the payers of a record of the actor and returns the current one. Refuses with NOT_FOUND for another therapist's record, and with CHANGED if
 * the payer or its name differs from the one that the caller saw.
 */
async function lockCurrentPayer(tx: Tx, { id, payerId, name }: PayerOfRecord & { name?: string }): Promise<Current> {
  const own = await tx.kysely.selectFrom('client_name').select('id').where('id', '=', id).executeTakeFirst()
  if (!own) throw notFound()
  await lockPayers(tx, id, 'update')
  const { rows } = await sql<Current>`
    select p.id, p.name, a.agreed_at as "agreedAt", a.withdrawn_at as "withdrawnAt",
      a.agreed_at is not null and (a.withdrawn_at is null or a.agreed_at > a.withdrawn_at) as "isAgreed"
    from app.payer p cross join ${agreementOf} where p.client_id = ${id} and p.is_current`.execute(tx.kysely)
  const [current] = rows
  if (!current || current.id !== payerId || (name !== undefined && current.name !== name))
    throw createRefusal('CHANGED', 409)
  return current
}

/**
 * Records on the client's behalf that the client agreed to the payer on a day. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - CHANGED if the record has another payer, or the payer another name
 * - IN_FUTURE for a day after today in the therapist's zone
 * - WITHDRAWN unless the day is today or after the day on which the client withdrew an agreement
 */
export async function recordAgreement(tx: Tx, act: NamedPayer & { day: string }, now: Date): Promise<Payer> {
  const { agreedAt, withdrawnAt, isAgreed } = await lockCurrentPayer(tx, act)
  type Day = { at: Date; isFuture: boolean; isWithdrawn: boolean; isKnown: boolean }
  const { rows } = await sql<Day>`
    select case when d.day = d.today then ${now}::timestamptz else (d.day + time '12:00') at time zone d.zone end as at, d.day > d.today as "isFuture",
      coalesce(d.day < d.today and d.day <= (${withdrawnAt}::timestamptz at time zone d.zone)::date, false) as "isWithdrawn",
      coalesce(d.day = (${agreedAt}::timestamptz at time zone d.zone)::date, false) as "isKnown"
    from (select z.zone, ${act.day}::date as day, (${now}::timestamptz at time zone z.zone)::date as today
      from (select ${await readZone(tx)} as zone) z) d`.execute(tx.kysely)
  const day = rows[0] as Day
  if (day.isFuture) throw createRefusal('IN_FUTURE', 409)
  if (day.isWithdrawn) throw createRefusal('WITHDRAWN', 409)
  if (!isAgreed || !day.isKnown) await writeAgreement(tx, act, { at: day.at, by: 'therapist' })
  return readCurrentPayer(tx, act.id, now)
}

/** Records that the acting client agrees to the payer of their record. Repeating the call changes nothing. Refuses with NOT_FOUND and CHANGED. */
export async function agreeToPayer(tx: Tx, act: NamedPayer, now: Date): Promise<void> {
  const { isAgreed } = await lockCurrentPayer(tx, act)
  if (!isAgreed) await writeAgreement(tx, act, { at: now, by: 'client' })
}

/** Stores an agreement to a payer, with a time after any withdrawal. The caller has locked the payers of the record. */
async function writeAgreement(
  tx: Tx,
  { payerId }: PayerOfRecord,
  { at, by }: { at: Date; by: 'client' | 'therapist' },
): Promise<void> {
  await sql`
    update app.payer u set agreed_at = greatest(${at}::timestamptz, a.withdrawn_at + interval '1 microsecond'), agreed_by = ${by}, version = u.version + 1
    from app.payer p cross join ${agreementOf} where u.id = ${payerId} and p.id = u.id`.execute(tx.kysely)
}

/** Withdraws the agreement to the payer of a record of the actor. Repeating the call changes nothing. Refuses with NOT_FOUND and CHANGED. */
export async function withdrawAgreement(tx: Tx, act: PayerOfRecord, now: Date): Promise<void> {
  const { isAgreed } = await lockCurrentPayer(tx, act)
  if (!isAgreed) return
  await sql`
    update app.payer u set withdrawn_at = greatest(${now}::timestamptz, a.agreed_at), version = u.version + 1
    from app.payer p cross join ${agreementOf} where u.id = ${act.payerId} and p.id = u.id`.execute(tx.kysely)
}
