import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The size of a table or folder. `perYear` is the growth in bytes a year; null for a table that no longer grows, because old rows are deleted. */
export type Size = { name: string; bytes: number; rows: number | null; perYear: number | null; kept: string }

/** The table `c` and its partitions, in SQL. */
const partsOf = `(select p.* from pg_class p where p.oid = c.oid or p.oid in (select inhrelid from pg_inherits where inhparent = c.oid)) t`

/** Returns the sizes of all tables with their indexes, the largest first. `years` is the number of years that the rows cover. */
export async function readTableSizes(databaseUrl: string, years: number): Promise<Size[]> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    await db.query('set role attune_owner')
    const { rows: tables } = await db.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition and relowner = 'attune_owner'::regrole
       and relnamespace in (select oid from pg_namespace where nspname in ('app', 'auth', 'jobs', 'meta'))`,
    )
    await db.query(`vacuum analyze ${tables.map(({ name }) => name).join(', ')}`)
    const { rows } = await db.query<{ name: string; bytes: number; rows: number; kept: string | null }>(
      `select c.oid::regclass::text as name,
         (select sum(pg_total_relation_size(t.oid))::float8 from ${partsOf}) as bytes,
         (select sum(greatest(t.reltuples, 0))::float8 from ${partsOf} where t.relkind = 'r') as rows,
         substring(obj_description(c.oid, 'pg_class') from 'kept: ([^;]+)') as kept
       from unnest($1::regclass[]) n (oid) join pg_class c on c.oid = n.oid order by 2 desc, 1`,
      [tables.map(({ name }) => name)],
    )
    return rows.map((row) => {
      const kept = row.kept ?? ''
      return { ...row, kept, perYear: isSteady(kept, years) ? null : row.bytes / years }
    })
  } finally {
    await db.end()
  }
}

/** Returns whether a table with this period has stopped growing after some years. */
export function isSteady(kept: string, years: number): boolean {
  const [, count, unit = ''] = /^(\d+) (hour|day|year)/.exec(kept) ?? []
  if (kept.endsWith('deletes it)')) return false
  if (count) return Number(count) / ({ hour: 8_766, day: 365, year: 1 }[unit] ?? 1) <= Math.max(1.1, years)
  return /^(few|until it expires|until the notification)/.test(kept)
}

/** Returns the sizes of the folders in the data folder. `tablesPerYear` is the growth of all tables in bytes a year. */
export function readFolderSizes(dataDir: string, years: number, tablesPerYear: number): Size[] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const bytes = bytesIn(join(dataDir, name))
      const perYear = name === 'postgres' ? tablesPerYear : name === 'files' ? bytes / years : null
      const kept =
        name === 'postgres'
          ? 'its tables, and a log of at most 2 GB'
          : name === 'files'
            ? 'until nothing uses a file'
            : ''
      return { name: `${name}/`, bytes, rows: null, perYear, kept }
    })
    .toSorted((one, other) => other.bytes - one.bytes)
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : lstatSync(path).size)
  }, 0)
}
