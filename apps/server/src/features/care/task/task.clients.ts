import type { ClientId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

const clientZone = sql`coalesce((select p.zone from app.person p where p.account_id = c.account_id), (select p.zone from app.person p where p.account_id = c.therapist_id), 'UTC')`

/** Returns the time zone of a client’s account, or the therapist’s time zone for a client record without an account. */
export async function readClientZone(tx: Tx, clientId: ClientId): Promise<string> {
  const { rows } = await sql<{
    zone: string
  }>`select ${clientZone} as zone from app.client_name c where c.id = ${clientId}`.execute(tx.kysely)
  return rows[0]?.zone ?? 'UTC'
}

export type Assignee = {
  id: ClientId
  /** The account of the client; null if there is none. */
  account: string | null
  status: string
  zone: string
}

/**
 * Locks the acting therapist’s client records with the given ids, and returns them. No client can be disconnected until the transaction ends. Locks
 * the calendar first, in the same order as a disconnect, so that the two cannot deadlock.
 */
export async function lockAssignees(tx: Tx, ids: ClientId[]): Promise<Assignee[]> {
  void tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const { rows } = await sql<Assignee>`
    select c.id, c.account_id as account, c.status, ${clientZone} as zone from app.client c
    where c.therapist_id = ${tx.actor.id} and c.id = any (${ids}::uuid[]) order by c.id for share of c`.execute(
    tx.kysely,
  )
  return rows
}
