import pg from 'pg'
import { withConnection } from './connection.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { queryMilliseconds } from './batch/time-limit.ts'
import { refuseUnreplicatedCommits } from './replication/unreplicated-commit.ts'

export type DatabaseUser = 'attune_login' | 'attune_auth_app' | 'attune_relay' | 'attune_app_backup'

const builtin = pg.types
const [timestamptz, date, bigint] = [1184, 1082, 20]
/**
 * Formats a timestamp as ISO 8601. Most timestamps arrive from Postgres in UTC and need only slicing; all other forms
 * are parsed.
 */
function instant(value: string): string {
  if (value.length < 22 || value.length > 29 || !value.endsWith('+00')) return new Date(value).toISOString()
  if (value.length === 22) return `${value.slice(0, 10)}T${value.slice(11, 19)}.000Z`
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/** Parses timestamps as ISO 8601 in UTC, dates as `YYYY-MM-DD`, bigints as numbers. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === timestamptz) return instant
      if (oid === date) return String
      if (oid === bigint) return Number
    }
    return builtin.getTypeParser(oid, format as 'text')
  }) as typeof builtin.getTypeParser,
}

/** Returns the database URL for a role that may log in. */
export function databaseUrlFor(installerUrl: string, user: DatabaseUser, secrets: Secrets): string {
  const url = new URL(installerUrl)
  const passwords = secrets.dbPasswords
  url.username = user
  url.password = {
    attune_login: passwords.login,
    attune_auth_app: passwords.authApp,
    attune_relay: passwords.relay,
    attune_app_backup: passwords.backup,
  }[user]
  return url.href
}

/**
 * Settings of every connection: time limits, UTC and the type parsers. A statement and a wait for a connection end before a call's time limit of
 * nine seconds, so that no connection works for a call that has already been answered.
 */
export function connectionOptions(installerUrl: string, user: DatabaseUser, secrets: Secrets) {
  return {
    connectionString: databaseUrlFor(installerUrl, user, secrets),
    application_name: user,
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=8s',
    connectionTimeoutMillis: 5_000,
    query_timeout: queryMilliseconds,
    keepAlive: true,
    types: postgresTypes,
  }
}

/**
 * Opens the pool of the role attune_login, which has no rights itself. `size` is the maximum number of connections. `pg` does not limit the time of
 * its queries: batches have a limit of their own.
 */
export function openPool(installerUrl: string, secrets: Secrets, size = 10): pg.Pool {
  const connection = { ...connectionOptions(installerUrl, 'attune_login', secrets), query_timeout: 0 }
  const pool = new pg.Pool({ ...connection, max: size, idleTimeoutMillis: 60_000, pipeline: true })
  ignoreConnectionErrors(pool)
  refuseUnreplicatedCommits(pool)
  return pool
}

/** Ignores errors of lost connections, because the pool replaces such connections. Without a listener, the errors would end the process. */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/**
 * Sets the passwords of the roles that log in, if they differ from the secrets. Several installations on one Postgres cluster share these
 * roles, so the installation that starts last determines the passwords.
 */
export async function setPasswords(installerUrl: string, secrets: Secrets): Promise<void> {
  const users: DatabaseUser[] = ['attune_login', 'attune_auth_app', 'attune_relay', 'attune_app_backup']
  const refused: DatabaseUser[] = []
  for (const user of users) if (!(await canLogIn(installerUrl, user, secrets))) refused.push(user)
  if (!refused.length) return
  await withConnection(installerUrl, async (db) => {
    for (const user of refused) {
      const password = new URL(databaseUrlFor(installerUrl, user, secrets)).password
      await db.query(`alter role ${user} password ${db.escapeLiteral(password)}`).catch((error: pg.DatabaseError) => {
        // Two processes updated the same role at the same time (XX000). The other process has just set the same password.
        if (error.code !== 'XX000') throw error
      })
    }
  })
}

async function canLogIn(installerUrl: string, user: DatabaseUser, secrets: Secrets): Promise<boolean> {
  const db = new pg.Client({
    connectionString: databaseUrlFor(installerUrl, user, secrets),
    connectionTimeoutMillis: 5_000,
  })
  try {
    await db.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) return false
    throw error
  } finally {
    await db.end().catch(() => {})
  }
}
