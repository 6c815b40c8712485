import pg from 'pg'

export type Cleaning = { table: string; deleted: number; seconds: number; slowestBatch: number }

const batch = 5_000

/**
 * Deletes the rows whose period is over, as the product does once a day: with the function that the comment of each table names, in batches with a
 * transaction each, but without a limit of time. The functions run as the definer in either case.
 */
export async function cleanOldRows(databaseUrl: string): Promise<Cleaning[]> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    const { rows: cleaned } = await db.query<{ table: string; call: string }>(
      `select c.relname as table, 'select def.' || m[1] || '(now(), ${batch}) as count' as call
       from pg_class c, regexp_match(obj_description(c.oid, 'pg_class'), '; kept: [^;]* by def\\.(\\w+)') m
       where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and m is not null order by 1`,
    )
    const cleanings: Cleaning[] = []
    for (const { table, call } of cleaned) cleanings.push({ table: `app.${table}`, ...(await deleteAll(db, call)) })
    return cleanings
  } finally {
    await db.end()
  }
}

async function deleteAll(db: pg.Client, call: string): Promise<Omit<Cleaning, 'table'>> {
  const [began, found] = [performance.now(), { deleted: 0, slowestBatch: 0 }]
  for (let count = batch; count === batch;) {
    const batchBegan = performance.now()
    await db.query('begin; set local role attune_app_definer')
    count = (await db.query<{ count: number }>(call)).rows[0]?.count ?? 0
    await db.query('commit')
    found.deleted += count
    found.slowestBatch = Math.max(found.slowestBatch, (performance.now() - batchBegan) / 1000)
  }
  return { ...found, seconds: (performance.now() - began) / 1000 }
}
