import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'

const zoned = sql`coalesce((select p.zone from app.profile p where p.account_id = c.account_id), (select p.zone from app.profile p where p.account_id = c.therapist_id), 'UTC')`

/** Where a client is: the account's zone, of a record without one the practice's. */
export async function zoneOf(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await sql<{
    zone: string
  }>`select ${zoned} as zone from app.client c where c.id = ${clientId}`.execute(tx.kysely)
  return rows[0]?.zone ?? 'UTC'
}

export type Assignee = { id: string; account: string | null; status: string; zone: string }

/** The acting therapist's records by id; none of them can be disconnected until the act is done. The calendar is locked first, as when a connection ends. */
export async function assignees(tx: Tx, ids: string[]): Promise<Assignee[]> {
  void tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const { rows } = await sql<Assignee>`
    select c.id, c.account_id as account, c.status, ${zoned} as zone from app.client c
    where c.therapist_id = ${tx.actor.id} and c.id = any (${ids}::uuid[]) order by c.id for share of c`.execute(
    tx.kysely,
  )
  return rows
}
