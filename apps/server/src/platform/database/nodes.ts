import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { version } from '../process/version.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Db } from './actor.ts'
import { withConnection } from './connection.ts'

/** A running server of the practice. */
export type Node = {
  version: string
  /** A keyed hash of the server's secrets. Two servers with the same hash have the same secrets. */
  secretsMark: string
  host: string
}

/** The maximum number of connections of one server: 10 for calls, 8 for logins, 2 for jobs, 1 for changes, and some at its start. */
const connectionsPerNode = 24

/** Postgres cuts longer names of connections. */
const nameLength = 63

function secretsMarkOf({ authSecret, linkKey, cookieKey, providerKey, dbPasswords }: Secrets): string {
  const { login, authApp, relay } = dbPasswords
  const parts = [authSecret, cookieKey, providerKey, login, authApp, relay]
  return createHmac('sha256', linkKey)
    .update(`secrets of a node\n${parts.join('\n')}`)
    .digest('hex')
    .slice(0, 16)
}

/**
 * Returns the name of the connection on which this server listens for changes. A server has this connection while it runs, so the names of these
 * connections are a list of the running servers, which is right even after a server was killed.
 */
export const nodeConnectionName = (secrets: Secrets): string =>
  `attune ${version} ${secretsMarkOf(secrets)} ${hostname()}`.slice(0, nameLength)

const readNames = `
  select application_name as name from pg_stat_activity
  where datname = current_database() and usename = 'attune_relay' and application_name like 'attune %' order by 1`

/** Returns the running servers that use this database. */
export const readNodes = (installerUrl: string): Promise<Node[]> => withConnection(installerUrl, readNodesOf)

async function readNodesOf(db: pg.Client): Promise<Node[]> {
  const { rows } = await db.query<{ name: string }>(readNames)
  return rows.flatMap(({ name }) => {
    const [, of = '', secretsMark = '', host = ''] = /^attune (\S+) ([0-9a-f]{16}) (.*)$/.exec(name) ?? []
    return secretsMark ? [{ version: of, secretsMark, host }] : []
  })
}

/** Returns hosts and versions of the running servers that use this database, for a sentence. */
export const nameServers = async (db: pg.Client): Promise<string> => namesOf(await readNodesOf(db))

/**
 * Returns the number of servers that use this database, including this one. A server counts until Postgres has noticed that its connection has ended.
 */
export async function countServers(db: Db): Promise<number> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) => tx.run(readNames))
  return rows.length
}

/**
 * The queries that find a connection of a server, and a connection of a server or a backup. A running server always has a connection. Backups use a
 * separate role.
 */
const readUse = {
  server: `select from pg_stat_activity where datname = current_database() and usename in ('attune_login', 'attune_auth_app', 'attune_relay') limit 1`,
  'server or backup': `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename like 'attune\\_%' limit 1`,
}

/**
 * Returns a row if a server uses the database, on this machine or another one; otherwise none. If `by` is 'server or backup', a running backup counts
 * too.
 */
export const findUse = async (db: pg.Client, by: keyof typeof readUse): Promise<readonly object[]> =>
  (await db.query<object>(readUse[by])).rows

/** The time in milliseconds for which the connections of a server that has just ended may still be open. */
const endMilliseconds = 2_000

/** Waits until `find` finds nothing, as long as connections of an ended server may still be open. Returns the last result. */
export async function findAfterEnds<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  let found: readonly T[] = []
  for (let waited = 0; waited < endMilliseconds; waited += 100) {
    found = await find()
    if (found.length === 0) break
    await sleep(100)
  }
  return found
}

/** Throws a StartError if another server uses this database with other secrets: each would lock the other one out, because both set passwords. */
export async function requireSameSecrets(installerUrl: string, secrets: Secrets): Promise<void> {
  const mark = secretsMarkOf(secrets)
  const others = await findAfterEnds(async () =>
    (await readNodes(installerUrl)).filter(({ secretsMark }) => secretsMark !== mark),
  )
  if (others.length === 0) return
  throw new StartError(
    `Another server of Attune (${namesOf(others)}) uses this database with other secrets. Copy secrets.json from its ATTUNE_SECRETS to this server, or stop it.`,
  )
}

const namesOf = (nodes: readonly Node[]) => nodes.map((node) => `${node.host}, version ${node.version}`).join('; ')

/** Returns a message if the database allows fewer connections than this server and the others can open together. */
export async function connectionsNote(installerUrl: string): Promise<string[]> {
  const [servers, allowed] = await withConnection(installerUrl, async (db) => {
    const { rows } = await db.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    )
    return [(await readNodesOf(db)).length + 1, rows[0]?.allowed ?? 0] as const
  })
  const needed = servers * connectionsPerNode
  if (needed <= allowed) return []
  return [
    `The database allows ${allowed} connections, and ${servers === 1 ? 'this server needs' : `${servers} servers need`} up to ${needed}. Raise max_connections in Postgres.`,
  ]
}
