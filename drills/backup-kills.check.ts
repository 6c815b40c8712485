import { connectDatabase } from './context.ts'
import type { DrillLedger } from './load.ts'

/** Returns the acknowledged sessions that `isExpected` selects and that a database lacks. */
export async function findMissing(
  url: string,
  plans: DrillLedger['plans'],
  isExpected: (id: string) => boolean,
): Promise<string[]> {
  const db = await connectDatabase(url)
  try {
    await db.query('begin; set local role attune_owner; alter table app.session no force row level security')
    const { rows } = await db.query<{ id: string }>('select id from app.session')
    const stored = new Set(rows.map(({ id }) => id))
    return [...plans].flatMap(([id, entry]) =>
      entry === 'acknowledged' && isExpected(id) && !stored.has(id) ? id : [],
    )
  } finally {
    await db.query('rollback').catch(() => {})
    await db.end()
  }
}
