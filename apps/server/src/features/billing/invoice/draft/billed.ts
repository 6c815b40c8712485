import type { InvoiceId, SessionId } from '@attune/contract/common/ids'
import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { isDamages } from './document.ts'
import { minorSql, type InvoiceRow } from '../invoice.rows.ts'
import { listBillableSessions, addPrices, type PricedSession, type SessionOfClient } from './to-bill.ts'

/**
 * Marks the sessions of the lines as billed, and releases those that are no longer in the draft. Refuses with NOT_FOUND for another therapist's
 * session, with NOT_BILLABLE for a session that cannot be billed or is on two lines, and with FEE_APART if a draft of fees as damages has other
 * lines.
 */
export async function changeSessions(
  tx: Tx,
  row: Pick<InvoiceRow, 'id' | 'clientId' | 'isFee'>,
  lines: DraftLine[],
): Promise<void> {
  const sessionIds = lines.flatMap(({ sessionId }) => sessionId ?? [])
  const wanted = new Set(sessionIds)
  if (wanted.size < sessionIds.length) throw createRefusal('NOT_BILLABLE', 409)
  const isOther = ({ sessionId, quantityMilli }: DraftLine) => sessionId === null && quantityMilli > 0
  if (row.isFee && lines.some(isOther)) throw createRefusal('FEE_APART', 409)
  const { rows: billed } = await sql<{ sessionId: SessionId }>`
    select distinct session_id as "sessionId" from app.session_billed
    where therapist_id = ${tx.actor.id} and invoice_id = ${row.id}`.execute(tx.kysely)
  const before = new Set(billed.map(({ sessionId }) => sessionId))
  const left = [...before].filter((sessionId) => !wanted.has(sessionId))
  if (left.length)
    await tx.kysely
      .deleteFrom('session_billed')
      .where('therapist_id', '=', tx.actor.id)
      .where('invoice_id', '=', row.id)
      .where('session_id', 'in', left)
      .execute()
  const added = sessionIds
    .filter((sessionId) => !before.has(sessionId))
    .map((sessionId) => ({ sessionId, clientId: row.clientId }))
  const sessions = await requireBillable(tx, added)
  const business = await readBusiness(tx)
  if (business && sessions.some(({ kind }) => isDamages(kind, business) !== row.isFee))
    throw createRefusal('FEE_APART', 409)
  await markBilled(tx, row.id, await addPrices(tx, sessions))
}

/** Lets only one transaction at a time bill or waive a session. The triggers of both tables take the same lock. */
export async function lockBilling(tx: Tx, items: SessionOfClient[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(session_id, 64))
    from (select distinct id::text as session_id from unnest(${items.map(({ sessionId }) => sessionId)}::uuid[]) id order by 1) s`.execute(
    tx.kysely,
  )
}

/** The reason for which a client's session was billed, the price of the session, and the client's share. */
export type BilledSession = SessionOfClient & Pick<PricedSession, 'kind' | 'totalMinor' | 'priceMinor'>

/**
 * Returns billable sessions of clients, and locks them until the transaction ends, so that the shares of a couple add up. Refuses with NOT_FOUND
 * for sessions of another therapist, and with NOT_BILLABLE.
 */
export async function requireBillable(tx: Tx, items: SessionOfClient[]) {
  if (!items.length) return []
  await requireSessions(tx, items)
  await lockBilling(tx, items)
  const found = await listBillableAmong(tx, items)
  if (found.length < items.length) throw createRefusal('NOT_BILLABLE', 409)
  return found
}

/** Returns those of the given sessions that are billable. */
export const listBillableAmong = async (tx: Tx, items: SessionOfClient[]) =>
  items.length ? listBillableSessions(tx, sql`(p.id, p.client_id) in (${pairsSql(items)})`) : []

/** Refuses with NOT_FOUND unless all are sessions of the acting therapist with the given clients. */
export async function requireSessions(tx: Tx, items: SessionOfClient[]): Promise<void> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from app.session_client sc
    where sc.therapist_id = ${tx.actor.id} and (sc.session_id, sc.client_id) in (${pairsSql(items)})`.execute(tx.kysely)
  if ((rows[0]?.known ?? 0) < items.length) throw notFound()
}

const pairsSql = (items: SessionOfClient[]) => sql`
  select pair.session_id, pair.client_id from unnest(${items.map(({ sessionId }) => sessionId)}::uuid[], ${items.map(({ clientId }) => clientId)}::uuid[]) pair (session_id, client_id)`

/** Marks sessions of clients as billed by an invoice. */
export async function markBilled(tx: Tx, invoiceId: InvoiceId, items: BilledSession[]): Promise<void> {
  if (!items.length) return
  await tx.kysely
    .insertInto('session_billed')
    .values(
      items.map(({ sessionId, clientId, kind, totalMinor, priceMinor }) => ({
        therapist_id: tx.actor.id,
        session_id: sessionId,
        client_id: clientId,
        invoice_id: invoiceId,
        kind,
        price_minor: totalMinor === null ? null : minorSql(totalMinor),
        share_minor: priceMinor === null ? null : minorSql(priceMinor),
      })),
    )
    .execute()
}
