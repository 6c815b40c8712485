import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** Returns the provider id of the payment that a counter-entry moved to another invoice. */
export const creditId = (counterId: PaymentId) => `credit:${counterId}`

/**
 * Lets only one transaction at a time record payments of several invoices of the acting therapist, so that each is recorded once, without deadlocks.
 */
export const lockMoney = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('attune money'), hashtext(${tx.actor.id}))`.execute(tx.kysely)

/** Returns the invoice from which a payment was moved; null if it was not moved. */
export async function readMovedFrom(tx: Tx, paymentId: PaymentId): Promise<InvoiceId | null> {
  const { rows } = await sql<{ invoiceId: InvoiceId }>`
    select c.invoice_id as "invoiceId" from app.payment p join app.payment c
      on c.therapist_id = p.therapist_id and 'credit:' || c.id = p.provider_id
    where p.therapist_id = ${tx.actor.id} and p.id = ${paymentId}`.execute(tx.kysely)
  return rows[0]?.invoiceId ?? null
}

/** Whether the acting therapist has a payment or a counter-entry with an id. */
export async function isRecorded(tx: Tx, id: PaymentId): Promise<boolean> {
  const { rows } = await sql`select from app.payment where therapist_id = ${tx.actor.id} and id = ${id}`.execute(
    tx.kysely,
  )
  return rows.length > 0
}

/**
 * SQL of the table `part (id, origin_id)`: the payments `p` of the acting therapist that meet a condition, each with itself as origin, and the
 * payments that were moved from them as credit, also through several invoices and back.
 */
export const partsSql = (actorId: string | null, condition: RawBuilder<unknown>) => sql`
  recursive part (id, origin_id) as (
    select p.id, p.id from app.payment p where p.therapist_id = ${actorId} and p.counters_id is null and ${condition}
    union all
    select p.id, part.origin_id from part
      join app.payment m on m.therapist_id = ${actorId} and m.counters_id = part.id and m.method = 'credit'
      join app.payment p on p.therapist_id = m.therapist_id and p.provider_id = 'credit:' || m.id)`

/** Returns the payments with an amount left into which a payment was moved, after the payment itself if an amount of it is left. */
export async function listParts(tx: Tx, paymentId: PaymentId): Promise<PaymentId[]> {
  const { rows } = await sql<{ id: PaymentId }>`
    with ${partsSql(tx.actor.id, sql`p.id = ${paymentId}`)}
    select p.id from part join app.payment p on p.therapist_id = ${tx.actor.id} and p.id = part.id
    where p.amount_minor + coalesce((select sum(b.amount_minor) from app.payment b
      where b.therapist_id = p.therapist_id and b.counters_id = p.id), 0) > 0
    order by p.recorded_at, p.id`.execute(tx.kysely)
  return rows.map(({ id }) => id)
}
