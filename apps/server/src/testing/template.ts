import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../platform/database/migrate.ts'
import { setPasswords } from '../platform/database/pools.ts'
import { createDatabase, dropDatabase, query, testSecrets } from './database.ts'

const template = 'attune_template'
const lock = `hashtext('${template}')`

/** Creates a database with the schema of this program as a copy of a template, which the first test file of a run migrates. */
export async function cloneDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  await ensureTemplate(adminUrl)
  const name = `house_${randomBytes(6).toString('hex')}`
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await query(adminUrl, `create database ${name} template ${template}`)
  // Grants on the database itself are not copied.
  await query(adminUrl, `revoke all on database ${name} from public`)
  await query(
    adminUrl,
    `grant connect on database ${name} to attune_login, attune_auth_app, attune_relay, attune_app_backup`,
  )
  return { url: url.href, drop: () => dropDatabase(adminUrl, name) }
}

async function ensureTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${lock})`)
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    const made = await createDatabase(adminUrl)
    await migrate(made.url)
    await setPasswords(made.url, testSecrets)
    await client.query(`alter database ${new URL(made.url).pathname.slice(1)} rename to ${template}`)
  } finally {
    await client.end()
  }
}
