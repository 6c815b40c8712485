import type { ClientId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { isHeldSql } from './list.ts'

type Confirmed = { clientId: ClientId; keptUntil: string }
type Call = { now: Date; requestId: string }

const entry = sql.ref('e')

/**
 * Confirms that records of the acting therapist are erased at their end, and audits each. Repeating the call changes nothing. Refuses with CHANGED,
 * and confirms none, if a record has a legal hold or its end differs from the one that the therapist saw, and with NOT_FOUND if a record is not on
 * the list.
 */
export async function confirmRecordEndings(tx: Tx, records: readonly Confirmed[], { now, requestId }: Call) {
  const ids = records.map(({ clientId }) => clientId)
  const { rows } = await sql<Confirmed & { isHeld: boolean }>`
    select e.client_id as "clientId", e.kept_until::text as "keptUntil", ${isHeldSql(entry)} as "isHeld" from app.record_ending e
    where e.therapist_id = ${tx.actor.id} and e.client_id = any (${ids})
    order by e.client_id for update of e`.execute(tx.kysely)
  const ends = new Map(rows.map((row) => [row.clientId, row]))
  if (ids.some((id) => !ends.has(id))) throw notFound()
  const isSame = ({ clientId, keptUntil }: Confirmed) => {
    const listed = ends.get(clientId)
    return listed?.keptUntil === keptUntil && !listed.isHeld
  }
  if (!records.every(isSame)) throw createRefusal('CHANGED', 409)
  await sql`
    update app.record_ending e set confirmed_at = ${now}
    where e.therapist_id = ${tx.actor.id} and e.client_id = any (${ids})`.execute(tx.kysely)
  for (const resourceId of new Set(ids))
    await insertAudit(tx, { action: 'confirm', resource: 'record-ending', resourceId, requestId })
}

/** Withdraws the confirmation of an entry of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function undoRecordEnding(tx: Tx, clientId: ClientId): Promise<void> {
  const { numAffectedRows } = await sql`
    update app.record_ending e set confirmed_at = null
    where e.therapist_id = ${tx.actor.id} and e.client_id = ${clientId}`.execute(tx.kysely)
  if (numAffectedRows === 0n) throw notFound()
}
