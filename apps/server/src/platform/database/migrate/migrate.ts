import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { withConnection } from '../connection.ts'
import { findAfterEnds, findUse, nameServers } from '../nodes.ts'

const folder = new URL('../../../../../../db/migrations/', import.meta.url)
const lockName = 'attune migrations'

/** A file in `db/migrations`. */
export type Migration = {
  /** The name of the file. */
  name: string
  /** The SHA-256 of the file, in hexadecimal. */
  hash: string
  /** The content of the file. */
  sql: string
  /** The role that runs the migration: the install user, or the owner of the tables. */
  as: 'installer' | 'owner'
  /** Whether the migration runs in a transaction. */
  transaction: boolean
  /** Whether a running server of an earlier version could not work with the database afterwards. */
  stopsServers: boolean
}

/** Returns the number of a migration, for example `0042` of `0042-notes.sql`. */
export const migrationNumber = (name: string): string => name.replace(/-.*/, '')

/**
 * Reads the migrations of this program, in order. Throws if one ends its own transaction. The first line of a file may contain `-- as installer`
 * (runs as the install user, not the owner), `-- no transaction` or `-- while no server runs`.
 */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      const first = sql.split('\n', 1)[0] ?? ''
      const migration = {
        name,
        sql,
        hash: createHash('sha256').update(sql).digest('hex'),
        as: first.includes('as installer') ? ('installer' as const) : ('owner' as const),
        transaction: !first.includes('no transaction'),
        stopsServers: first.includes('while no server runs'),
      }
      if (migration.transaction && /^\s*(commit|rollback)\s*;/im.test(sql))
        throw new Error(`${name} ends its own transaction`)
      return migration
    })
}

/**
 * The names of the migrations that were applied, and of the last one before them, which is null for a new database. `newer`: nothing was applied,
 * because the database has these migrations, which this program does not know.
 */
export type MigrationResult = { applied: string[]; before: string | null } | { newer: string[] }

export type MigrationWait = {
  /** Called once with hosts and versions of the servers that have to stop first. */
  onWait?: (servers: string) => void
  signal?: AbortSignal
}

/**
 * Applies the pending migrations under an advisory lock, so that only one of several processes applies them. Applies nothing and returns
 * `newer` if the database has migrations that this program does not know. Throws if a migration was changed after it ran, or if a pending
 * migration has a lower number than an applied one. If servers of an earlier version could not work with the database afterwards, waits until they
 * have stopped; throws a StartError if the signal ends the wait.
 */
export async function migrate(
  installerUrl: string,
  known = readMigrations(),
  { onWait, signal }: MigrationWait = {},
): Promise<MigrationResult> {
  return withConnection(installerUrl, async (db) => {
    for (let isTold = false; ; isTold = true) {
      await lock(db)
      const result = await applyOpen(db, known)
      if (result) return result
      await unlock(db)
      if (!isTold) onWait?.(await nameServers(db))
      await sleep(500)
      if (signal?.aborted)
        throw new StartError('Attune was stopped before it upgraded the database. Nothing was changed.')
    }
  })
}

/** Applies the pending migrations. Returns null and applies nothing if servers of an earlier version have to stop first. */
async function applyOpen(db: pg.Client, known: Migration[]): Promise<MigrationResult | null> {
  const done = await readDone(db)
  const newer = [...done.keys()].filter((name) => !known.some((migration) => migration.name === name))
  if (newer.length) return { newer }
  const open = known.filter((migration) => !done.has(migration.name))
  refuseRewrittenHistory(known, done, open)
  if (done.size > 0 && open.some(({ stopsServers }) => stopsServers)) {
    const servers = await findAfterEnds(() => findUse(db, 'server'))
    if (servers.length > 0) return null
  }
  const version = await readServerVersion(db)
  for (const migration of open) await apply(db, { ...migration, sql: sqlFor(migration.sql, version) })
  return { applied: open.map((migration) => migration.name), before: [...done.keys()].sort().at(-1) ?? null }
}

async function readServerVersion(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}

/**
 * Adapts the SQL of a migration to an older Postgres. Before 18 there is no uuidv7(); random ids work as well there, because time-ordered ids only
 * make indexes more efficient. Before 17, a role cannot limit the duration of transactions.
 */
function sqlFor(sql: string, version: number): string {
  const withIds = version < 18 ? sql.replace(/\buuidv7\(\)/g, 'gen_random_uuid()') : sql
  return version < 17 ? withIds.replace(/\['\w+', 'transaction_timeout', '\w+'\],/g, '') : withIds
}

/** Waits for the lock by polling, because a session that waits inside `pg_advisory_lock` would block `create index concurrently`. */
async function lock(db: pg.Client) {
  while (!(await tryLock(db))) await sleep(100)
}

async function tryLock(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query<{ got: boolean }>('select pg_try_advisory_lock(hashtext($1)) as got', [lockName])
  return rows[0]?.got ?? false
}

async function unlock(db: pg.Client): Promise<void> {
  await db.query('select pg_advisory_unlock(hashtext($1))', [lockName])
}

/**
 * Returns the names of the migrations that the start of this program will apply to an existing database; none for a new database. Waits while another
 * process applies migrations, so that a new database that another server is still filling does not count as one of an earlier version.
 */
export async function pendingMigrations(installerUrl: string): Promise<string[]> {
  return withConnection(installerUrl, async (db) => {
    await lock(db)
    const done = await readDone(db)
    return done.size === 0 ? [] : readMigrations().flatMap(({ name }) => (done.has(name) ? [] : name))
  })
}

/** Returns the migrations in a database that this program does not know, because a newer version has applied them. */
export async function unknownMigrations(installerUrl: string): Promise<string[]> {
  return withConnection(installerUrl, async (db) => {
    await lock(db)
    const known = new Set(readMigrations().map(({ name }) => name))
    return [...(await readDone(db)).keys()].filter((name) => !known.has(name))
  })
}

/** The longest time in milliseconds for which a start without pending migrations holds the lock. */
const lookMilliseconds = 3_000

/** Whether a process is applying migrations to a database. Waits up to `lookMilliseconds` for it to end. */
export async function isMigrating(installerUrl: string): Promise<boolean> {
  return withConnection(installerUrl, async (db) => {
    for (let waited = 0; waited < lookMilliseconds; waited += 100) {
      if (await tryLock(db)) return false
      await sleep(100)
    }
    return true
  })
}

async function readDone(db: pg.Client): Promise<Map<string, string>> {
  // Reads the catalog, because the install user has no rights in the schema `meta`.
  const { rows } = await db.query<{ there: boolean }>(
    `select exists (select from pg_tables where schemaname = 'meta' and tablename = 'migration') as there`,
  )
  if (!rows[0]?.there) return new Map()
  await db.query('begin; set local role attune_owner')
  const read = await db.query<{ name: string; hash: string }>('select name, hash from meta.migration order by name')
  await db.query('commit')
  return new Map(read.rows.map((row) => [row.name, row.hash]))
}

function refuseRewrittenHistory(known: Migration[], done: Map<string, string>, open: Migration[]) {
  for (const migration of known) {
    const hash = done.get(migration.name)
    if (hash && hash !== migration.hash)
      throw new StartError(
        `The database was set up by another version of Attune: the migration ${migration.name} was changed after it had run. Start that version.`,
      )
  }
  const last = [...done.keys()].at(-1)
  const late = open.find((migration) => last && migration.name < last)
  if (late)
    throw new StartError(
      `The database was set up by another version of Attune: the migration ${late.name} comes before ${last}, which has already run. Start that version.`,
    )
}

/**
 * Runs one migration. Without a transaction, sends each statement separately, because several statements in one query would run in one
 * transaction. A statement ends at a semicolon at the end of a line.
 */
async function apply(db: pg.Client, migration: Migration) {
  const become = migration.as === 'owner' ? `set role attune_owner; set row_security = off;` : ''
  const insertMigration = 'insert into meta.migration (name, hash) values ($1, $2)'
  await db.query(`set lock_timeout = '5s'`)
  if (migration.transaction) {
    await db.query('begin')
    try {
      await db.query(
        become.replaceAll('set role', 'set local role').replaceAll('set row', 'set local row') + migration.sql,
      )
      await db.query('set local role attune_owner')
      await db.query(insertMigration, [migration.name, migration.hash])
      await db.query('commit')
    } catch (error) {
      await db.query('rollback').catch(() => {})
      throw new Error(`The migration ${migration.name} failed.`, { cause: error })
    }
  } else {
    await db.query(become)
    for (const statement of migration.sql.split(/;\s*$/m)) if (statement.trim()) await db.query(statement)
    await db.query(insertMigration, [migration.name, migration.hash])
    await db.query('reset role; reset row_security')
  }
}
