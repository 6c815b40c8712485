import type { ClientId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** Returns the open requests to the acting therapist, the first due first, with the number of all of them in each row. */
export async function listOpenRecordRequests(
  tx: Tx,
  limit: number,
): Promise<{ clientId: ClientId; dueDay: string; total: number }[]> {
  const { rows } = await sql<{ clientId: ClientId; dueDay: string; total: number }>`
    select r.client_id as "clientId", r.due_on::text as "dueDay", count(*) over ()::int as total from app.record_request r
    where r.therapist_id = ${tx.actor.id} and r.state = 'open' order by r.due_on, r.id limit ${limit}`.execute(
    tx.kysely,
  )
  return rows
}
