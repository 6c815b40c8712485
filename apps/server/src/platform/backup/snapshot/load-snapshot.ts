import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withConnection } from '../../database/connection.ts'
import { migrate, readMigrations } from '../../database/migrate/migrate.ts'
import { StartError } from '../../process/start-error.ts'
import {
  columnsOf,
  fileOf,
  nameOf,
  readContent,
  readTables,
  snapshotConnection,
  type SnapshotTable,
  withoutTimeouts,
} from './relations.ts'
import { snapshotFolder, snapshotList, type Snapshot, type SnapshotEntry } from './take-snapshot.ts'

/** Reads the list of the snapshot in an unpacked archive. Throws a StartError if there is none, or if this version cannot read the snapshot. */
export function readSnapshot(folder: string, known = readMigrations()): Snapshot {
  const path = join(folder, snapshotFolder, snapshotList)
  if (!existsSync(path)) throw new StartError("The backup doesn't contain the tables of a database.")
  const snapshot = JSON.parse(readFileSync(path, 'utf8')) as Snapshot
  const newer = snapshot.migrations.find(({ name }) => !known.some((one) => one.name === name))
  if (newer)
    throw new StartError(`The backup is of a newer version of Attune, which has ${newer.name}. Update Attune first.`)
  const changed = snapshot.migrations.find(({ name, hash }) =>
    known.some((one) => one.name === name && one.hash !== hash),
  )
  if (changed) throw new StartError(`The backup has another ${changed.name} than this version of Attune.`)
  return snapshot
}

/**
 * Loads the snapshot in an unpacked archive into an empty database of Postgres 16 or newer, and compares each table with its list. The database has
 * the migrations of the snapshot afterwards, so the next start applies newer ones. Throws a StartError if the database is not empty or if a table
 * differs. In the latter case the database keeps the empty tables, and the next attempt needs a new database. Calls `beforeCommit` in the transaction
 * that loads the rows.
 */
export async function loadSnapshot(
  installerUrl: string,
  folder: string,
  beforeCommit: (db: pg.Client) => Promise<void> = async () => {},
): Promise<Snapshot> {
  const known = readMigrations()
  const snapshot = readSnapshot(folder, known)
  await requireEmpty(installerUrl)
  const last = snapshot.migrations.at(-1)?.name ?? ''
  const needed = known.filter(({ name }) => name <= last)
  const result = await migrate(installerUrl, needed)
  if ('newer' in result || result.applied.length !== needed.length) throw new StartError(otherStart)
  const connection = { connectionString: installerUrl, application_name: 'attune restore', ...snapshotConnection }
  await withConnection(connection, async (db) => {
    await db.query('begin')
    await db.query(withoutTimeouts)
    await db.query('set local role attune_owner')
    await loadTables(db, snapshot, join(folder, snapshotFolder))
    await db.query('set local role none')
    await beforeCommit(db)
    await db.query('commit')
  })
  return snapshot
}

const otherStart = 'Somebody started Attune with this database meanwhile, so the backup was not loaded into it.'

/** Throws a StartError if the database contains any object of Attune. */
export async function requireEmpty(url: string): Promise<void> {
  const { rows } = await withConnection(url, (db) =>
    db.query(
      `select from pg_namespace where nspname in ('app', 'auth', 'jobs', 'meta', 'def')
       union all select from pg_extension where extname in ('btree_gin', 'btree_gist')`,
    ),
  )
  if (rows.length > 0)
    throw new StartError(
      'The database already has data of Attune. It stays as it is. Create an empty database and name it in DATABASE_URL.',
    )
}

/** Loads all tables without their foreign keys, exclusion constraints and triggers, which would refer to rows that are not loaded yet. */
async function loadTables(db: pg.Client, snapshot: Snapshot, folder: string): Promise<void> {
  const tables = await readTables(db)
  requireSameTables(tables, snapshot.tables)
  const constraints = await readConstraints(db)
  const forced = await readForced(db)
  for (const { table, name } of constraints) await db.query(`alter table ${table} drop constraint ${name}`)
  for (const table of forced) await db.query(`alter table ${table} no force row level security`)
  for (const table of tables) await db.query(`alter table ${nameOf(table)} disable trigger user`)
  // All tables are locked from here on. A server that was started after the migrations may have created a practice.
  const { rows: accounts } = await db.query('select from auth."user" limit 1')
  if (accounts.length > 0) throw new StartError(otherStart)
  await db.query(`truncate ${tables.map(nameOf).join(', ')}`)
  for (const table of snapshot.tables) await loadTable(db, table, folder)
  await setSequences(db)
  for (const { table, name, definition } of constraints)
    await db.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await db.query(`alter table ${nameOf(table)} enable trigger user`)
  for (const table of forced) await db.query(`alter table ${table} force row level security`)
}

function requireSameTables(here: readonly SnapshotTable[], there: readonly SnapshotTable[]): void {
  const names = (tables: readonly SnapshotTable[]) => tables.map((table) => `${nameOf(table)} (${columnsOf(table)})`)
  const [known, found] = [names(here), names(there)]
  const different = [...known.filter((one) => !found.includes(one)), ...found.filter((one) => !known.includes(one))]
  if (different[0]) throw new StartError(`The backup doesn't fit this version of Attune: ${different[0]}.`)
}

type Constraint = { table: string; name: string; definition: string }

/** Returns the foreign keys and the exclusion constraints, except those that partitions inherit from their tables. */
async function readConstraints(db: pg.Client): Promise<Constraint[]> {
  const { rows } = await db.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype in ('f', 'x') and conparentid = 0 and connamespace::regnamespace::text in ('app', 'auth', 'jobs', 'meta') order by 1, 2`,
  )
  return rows
}

async function readForced(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relforcerowsecurity and relnamespace::regnamespace::text in ('app', 'auth', 'jobs', 'meta')`,
  )
  return rows.map(({ table }) => table)
}

async function loadTable(db: pg.Client, table: SnapshotEntry, folder: string): Promise<void> {
  const path = join(folder, fileOf(table))
  if (!existsSync(path)) throw new StartError(`The backup is not complete: ${fileOf(table)} is missing.`)
  const rows = db.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))
  await pipeline(createReadStream(path), rows)
  const { rows: count, sum } = await readContent(db, table)
  if (count !== table.rows || sum !== table.sum)
    throw new StartError(
      `The table ${nameOf(table)} of the backup is damaged: it should have ${table.rows} rows and has ${count}.`,
    )
}

/** Makes each numbered column continue after the highest loaded number. */
async function setSequences(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ sequence: string; table: string; column: string }>(
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       and s.relnamespace::regnamespace::text in ('app', 'auth', 'jobs', 'meta')`,
  )
  for (const { sequence, table, column } of rows)
    await db.query(
      `select setval('${sequence}', (select max(${column}) from ${table})) where exists (select from ${table})`,
    )
}
