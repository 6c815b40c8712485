import type { SessionId } from '@attune/contract/common/ids'
import { totals } from '@attune/contract/common/money/money'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { CancelFee } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { findOwnRecordIn, findSessionRow } from '../../../schedule/session/session.ts'
import { isDamages } from './document.ts'
import { lineTax } from './line-tax.ts'
import { listBillableSessions, addPrices, type PricedSession, type SessionOfClient } from './to-bill.ts'

/**
 * Returns the fee for a session that the acting client cancelled late; null if the therapist issues no invoices or has no price for it. Reads
 * prices and agreements as the therapist, because clients cannot read them. Refuses with NOT_FOUND.
 */
export async function cancelFeeOf(
  { db }: Pick<AppContext, 'db'>,
  client: Actor,
  sessionId: SessionId,
): Promise<CancelFee | null> {
  const { therapistId, clientId } = await db.asActor(client, async (tx) => {
    const [session, record] = await Promise.all([findSessionRow(tx, sessionId), findOwnRecordIn(tx, sessionId)])
    if (!session || !record) throw notFound()
    return { therapistId: session.therapist_id, clientId: record }
  })
  return db.asActor({ role: 'therapist', id: therapistId }, (tx) => findCancelFee(tx, { sessionId, clientId }))
}

async function findCancelFee(tx: Tx, item: SessionOfClient): Promise<CancelFee | null> {
  const business = await readBusiness(tx)
  if (!business?.isOn) return null
  const [session] = await addPrices(tx, await listBillableSessions(tx, sql`p.client_id = ${item.clientId}`, null, item))
  if (!session || session.priceMinor === null || session.totalMinor === null) return null
  return {
    amountMinor: String(withTax(BigInt(session.priceMinor), session, business)),
    totalMinor: String(withTax(BigInt(session.totalMinor), session, business)),
    currency: session.service?.currency ?? business.currency,
  }
}

/** Returns the gross amount of an invoice that bills only this session. */
function withTax(netMinor: bigint, { kind, service }: PricedSession, business: Business): bigint {
  const row = { isFee: isDamages(kind, business), language: business.language }
  const { category, rateBp } = lineTax({ row, business }, row.isFee ? null : (service?.taxRateBp ?? null))
  return totals([{ netMinor, taxCategory: category, taxRateBp: rateBp }]).grossMinor
}
