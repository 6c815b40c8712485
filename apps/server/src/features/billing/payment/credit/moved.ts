import type { InvoiceId, PaymentId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** Returns the provider id of the payment that a counter-entry moved to another invoice. */
export const creditId = (counterId: PaymentId) => `credit:${counterId}`

/** Lets only one transaction at a time record payments of several invoices of the acting therapist, so that each is recorded once, without deadlocks. */
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
