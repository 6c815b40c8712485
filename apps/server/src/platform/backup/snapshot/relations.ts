import type pg from 'pg'

/** A table of Attune with the columns that a snapshot contains, in the order of the table. Computed columns are omitted. */
export type SnapshotTable = { schema: string; name: string; columns: string[] }

/**
 * Returns the tables of all schemas of Attune. A partitioned table counts as one. Omits unlogged tables, because the rows of the search index can be
 * made again from the texts.
 */
export async function readTables(db: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await db.query<SnapshotTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('app', 'auth', 'jobs', 'meta') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
  )
  return rows
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const nameOf = ({ schema, name }: Pick<SnapshotTable, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`
export const columnsOf = ({ columns }: SnapshotTable) => columns.map(quoted).join(', ')
export const fileOf = ({ schema, name }: Pick<SnapshotTable, 'schema' | 'name'>) => `${schema}.${name}.copy`

/** The number of rows of a table, and a checksum of their content that does not depend on their order. */
export type TableContent = { rows: number; sum: string }

export async function readContent(db: pg.Client, table: SnapshotTable): Promise<TableContent> {
  const { rows } = await db.query<TableContent>(
    `select count(*)::int as rows, coalesce(sum(hashtextextended(row(${columnsOf(table)})::text, 0)), 0)::text as sum from ${nameOf(table)}`,
  )
  return rows[0] as TableContent
}

/** The settings of a connection that make the text of a value the same on every server. */
export const snapshotConnection = {
  options: '-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1 -c intervalstyle=postgres',
}

/** Removes all time limits from a transaction. Postgres 16 does not have the limit for whole transactions. */
export const withoutTimeouts = `select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`
