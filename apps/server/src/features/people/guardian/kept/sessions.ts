import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { KeptSession } from '@attune/contract/features/people/guardian/guardian.kept'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { listInvoicesOfSession } from '../../../billing/invoice/invoice.ts'
import { keepParticipant, listKeptParticipants } from '../../../schedule/session/session.ts'
import { selectGuarded } from './clients.ts'

/** Returns the participants of a session for whom it can be kept from guardians, with its invoices. Refuses with NOT_FOUND. */
export async function readKeptSession(tx: Tx, id: SessionId, now: Date): Promise<KeptSession> {
  const all = await listKeptParticipants(tx, id)
  if (all.length === 0) throw notFound()
  const ids = all.map(({ clientId }) => clientId)
  const guarded = await selectGuarded(tx, ids, now)
  const participants = guarded.map((one) => ({
    ...one,
    isKept: all.some(({ clientId, isKept }) => clientId === one.clientId && isKept),
  }))
  const clientIds = guarded.map(({ clientId }) => clientId)
  const invoices = await listInvoicesOfSession(tx, { sessionId: id, clientIds })
  return { participants, invoices }
}

type Order = { id: SessionId; clientId: ClientId; isKept: boolean; withLater: boolean }

/**
 * Keeps a session from the guardians of one participant, or shows it to them again. A trigger does the same with its invoices. Refuses with
 * NOT_FOUND.
 */
export async function keepSession(tx: Tx, order: Order, now: Date): Promise<KeptSession> {
  if (!(await keepParticipant(tx, order))) throw notFound()
  describeChange(tx, { resourceId: order.id, after: { isKept: order.isKept, withLater: order.withLater } })
  return readKeptSession(tx, order.id, now)
}
