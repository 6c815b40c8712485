import type { RequestLimit } from '@attune/contract/features/practice/api-access/api-access'
import { sql } from 'kysely'
import type { Tx } from '../database/actor.ts'

/** Returns the numbers of requests of each group since an instant. Omits a group without requests. */
export async function readRequestTotals(tx: Tx, since: Date): Promise<Omit<RequestLimit, 'limit'>[]> {
  const { rows } = await sql<Omit<RequestLimit, 'limit'>>`
    select request_group as "group", sum(requests)::int as requests, sum(refused)::int as refused, max(highest) as highest
    from app.request_count where minute > ${since} group by request_group`.execute(tx.kysely)
  return rows
}
