import type { Session } from '@attune/contract/features/session'
import type { Tx } from '../../platform/database/actor.ts'
import { sessionById, toSession } from './session.queries.ts'

/** A few sessions as the actor may see them, for a room that knows their ids. */
export async function sessionsById(tx: Tx, ids: string[], now: Date): Promise<Map<string, Session>> {
  const rows = await Promise.all(ids.map((id) => sessionById(tx, id)))
  return new Map(rows.flatMap((row) => (row ? [[row.id, toSession(row, tx.actor.role, now)]] : [])))
}
