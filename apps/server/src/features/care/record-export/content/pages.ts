import { sql, type RawBuilder } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { ExportedRecord } from '../record-export.head.ts'

export const pageLength = 50

type Position = { at: string; id: string }

/** Yields all rows of a paged query in order. Reads each page in a separate transaction. */
export async function* pagedRows<Row extends Position>(
  { db }: Pick<AppContext, 'db'>,
  { actor }: Pick<ExportedRecord, 'actor'>,
  read: (tx: Tx, after: Position | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Position | null = null
  for (;;) {
    const page: Row[] = await db.asActor(actor, (tx) => read(tx, after))
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageLength) return
    after = { at: last.at, id: last.id }
  }
}

/**
 * SQL for one page of rows after a position, ordered by time and id. Compares milliseconds, because a position has no more digits; with the
 * database's microseconds, a page would repeat its last rows endlessly.
 */
export function pageSql(at: RawBuilder<unknown>, id: RawBuilder<unknown>, after: Position | null): RawBuilder<unknown> {
  const moment = sql`date_trunc('milliseconds', ${at})`
  const later = after ? sql`and (${moment}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  return sql`${later} order by ${moment}, ${id} limit ${pageLength}`
}

/** SQL condition: a time is in the period of the export order. */
export const periodSql = (at: RawBuilder<unknown>, { from, until }: Pick<ExportedRecord, 'from' | 'until'>) =>
  sql`${at} >= ${from ?? '-infinity'}::timestamptz and ${at} < ${until ?? 'infinity'}::timestamptz`
