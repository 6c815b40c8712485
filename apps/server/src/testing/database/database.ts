import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDb, type Db } from '../../platform/database/actor.ts'
import { migrate } from '../../platform/database/migrate/migrate.ts'
import { databaseUrlFor, openPool, setPasswords } from '../../platform/database/pools.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** The secrets of every test file. Database roles belong to the whole cluster, so all test files must use the same passwords. */
export const testSecrets: Secrets = {
  authSecret: 'test',
  linkKey: 'test',
  cookieKey: 'test',
  pushKey: Buffer.alloc(32, 1).toString('base64url'),
  providerKey: 'test',
  ledgerKey: 'test',
  dbPasswords: { install: 'test', login: 'test', authApp: 'test', relay: 'test', backup: 'test' },
}

/**
 * Creates a database in the cluster of the run: empty, or as a copy of `original`. No connection to `original` may be open. `url` connects
 * as the user of `adminUrl`, who owns the database.
 */
export async function createDatabase(
  adminUrl: string,
  original?: string,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connect(adminUrl)
  try {
    // `file_copy` takes a fifth of the time of the default strategy, which writes each page to the WAL.
    await admin.query(`create database ${name} template ${original ?? 'template1'} strategy file_copy`)
    if (original) await copyRights(admin, original, name)
  } finally {
    await admin.end()
  }
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => dropDatabase(adminUrl, name) }
}

/** Copies the grants on the database itself, which are not part of a template copy. */
async function copyRights(admin: pg.Client, original: string, copy: string): Promise<void> {
  const { rows: rights } = await admin.query<{ right: string; whose: string }>(
    `select privilege_type as right, grantee::regrole as whose from pg_database, aclexplode(datacl)
     where datname = '${original}' and grantee not in (0, datdba)`,
  )
  const grants = rights.map(({ right, whose }) => `grant ${right} on database ${copy} to ${whose}`)
  await admin.query([`revoke all on database ${copy} from public`, ...grants].join(';'))
}

/**
 * Drops a database. While connections of other roles are still ending, Postgres refuses (42501) because the install user may not terminate
 * them; the function then retries every 50 ms.
 */
export async function dropDatabase(adminUrl: string, name: string, tries = 100): Promise<void> {
  try {
    await runQuery(adminUrl, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (tries === 0 || (error as { code?: string }).code !== '42501') throw error
    await sleep(50)
    await dropDatabase(adminUrl, name, tries - 1)
  }
}

export type TestDatabase = {
  url: string
  pool: pg.Pool
  db: Db
  /** A connection of the install user, who may set the role of the owner but is not a superuser. */
  installer: pg.Client
  /**
   * Terminates connections of the role attune_login: all, or only those that execute pg_sleep. Returns the number of terminated
   * connections.
   */
  terminateConnections(which?: 'all' | 'sleeping'): Promise<number>
  close(): Promise<void>
}

const template = 'attune_template'

/** The clusters that are known to this process to have the template. */
const withTemplate = new Set<string>()

/** Creates a database with the current schema as a copy of a template. The first call in a cluster creates and migrates the template. */
export async function cloneDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  if (!withTemplate.has(adminUrl)) await ensureTemplate(adminUrl)
  withTemplate.add(adminUrl)
  return createDatabase(adminUrl, template)
}

async function ensureTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    const made = await createDatabase(adminUrl)
    await migrate(made.url)
    await setPasswords(made.url, testSecrets)
    await client.query(`alter database ${made.name} rename to ${template}`)
  } finally {
    await client.end()
  }
}

/** Creates a database with the current schema and opens a pool of `size` connections to the database. */
export async function openTestDatabase(adminUrl: string, size = 10): Promise<TestDatabase> {
  const { url, drop } = await cloneDatabase(adminUrl)
  const pool = openPool(url, testSecrets, size)
  const installer = new pg.Client(url)
  installer.on('error', () => {})
  await installer.connect()
  return {
    url,
    pool,
    db: openDb(pool),
    installer,
    terminateConnections: (which = 'all') => cut(url, which),
    async close() {
      await pool.end()
      await installer.end()
      await cut(url, 'all')
      await drop()
    },
  }
}

/**
 * Terminates connections of attune_login and returns their number. Connects as attune_login, because the install user is not a superuser and may not
 * terminate connections of other roles.
 */
async function cut(url: string, which: 'all' | 'sleeping'): Promise<number> {
  const among = which === 'all' ? 'true' : `wait_event = 'PgSleep'`
  const ended = await runQuery(
    databaseUrlFor(url, 'attune_login', testSecrets),
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = 'attune_login' and datname = current_database() and pid <> pg_backend_pid() and ${among}`,
  )
  return ended.length
}

/** Runs one statement on its own connection. */
export async function runQuery<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connect(url)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs a query as the backup role, which may read every row, or as the relay role, which may read the table of changes. */
export function queryAsRole<Row extends pg.QueryResultRow>(
  role: 'backup' | 'relay',
  databaseUrl: string,
  text: string,
) {
  const url = new URL(databaseUrl)
  url.username = role === 'backup' ? 'attune_app_backup' : 'attune_relay'
  url.password = testSecrets.dbPasswords[role]
  return runQuery<Row>(url.href, text)
}

export const randomId = (): string => randomUUID()
