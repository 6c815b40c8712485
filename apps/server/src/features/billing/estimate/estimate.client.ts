import type { OwnEstimate } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../platform/http/api/cursor.ts'

/**
 * Returns one page of the estimates that were given to the acting client, latest first, without drafts. Refuses with BAD_REQUEST for an invalid
 * cursor.
 */
export async function listOwnEstimates(
  tx: Tx,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ items: OwnEstimate[]; next: string | null }> {
  const { rows } = await sql<OwnEstimate & { at: string }>`
    select e.id, e.number, e.frozen->'seller'->>'name' as "businessName", e.frozen->'buyer'->>'name' as name,
      e.given_on::text as "givenOn", e.period_from::text as "periodFrom", e.period_until::text as "periodUntil",
      exists (select from app.estimate_document d where d.estimate_id = e.id) as "isReady",
      to_char(e.given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from app.estimate e where ${afterSql(after)} order by e.given_at desc, e.id limit ${limit}`.execute(tx.kysely)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    items: rows.map(({ at: _at, ...row }) => row),
    next: last ? cursorAfter(last.at, last.id) : null,
  }
}

/** SQL condition for the rows after a cursor. Refuses with BAD_REQUEST for a text that is not a cursor. */
function afterSql(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`
  const { at, id } = parseCursor(cursor)
  return sql`(e.given_at < ${at} or (e.given_at = ${at} and e.id > ${id}))`
}
