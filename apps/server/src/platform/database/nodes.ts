import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'
import { version } from '../process/version.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { withConnection } from './connection.ts'

/** A running server of the practice. */
export type Node = {
  version: string
  /** A keyed hash of its secrets, which tells whether they are the same as those of another server. */
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
 * Returns the name of the connection on which this server listens for changes. A server has this connection while it runs, so the names are the list
 * of the running servers, also after one was killed.
 */
export const nodeConnectionName = (secrets: Secrets): string =>
  `attune ${version} ${secretsMarkOf(secrets)} ${hostname()}`.slice(0, nameLength)

const readNames = `
  select application_name as name from pg_stat_activity
  where datname = current_database() and usename = 'attune_relay' and application_name like 'attune %' order by 1`

/** Returns the running servers that use this database. */
export async function readNodes(installerUrl: string): Promise<Node[]> {
  const { rows } = await withConnection(installerUrl, (db) => db.query<{ name: string }>(readNames))
  return rows.flatMap(({ name }) => {
    const [, of = '', secretsMark = '', host = ''] = /^attune (\S+) ([0-9a-f]{16}) (.*)$/.exec(name) ?? []
    return secretsMark ? [{ version: of, secretsMark, host }] : []
  })
}

/** The time in milliseconds for which the connections of a server that has just ended may still be open. */
const endMilliseconds = 2_000

/** Throws a StartError if another server uses this database with other secrets: each would lock the other one out, because both set passwords. */
export async function requireSameSecrets(installerUrl: string, secrets: Secrets): Promise<void> {
  const mark = secretsMarkOf(secrets)
  let others: Node[] = []
  for (let waited = 0; waited < endMilliseconds; waited += 100) {
    others = (await readNodes(installerUrl)).filter(({ secretsMark }) => secretsMark !== mark)
    if (others.length === 0) return
    await sleep(100)
  }
  throw new StartError(
    `Another server of Attune (${namesOf(others)}) uses this database with other secrets. Copy secrets.json from its ATTUNE_SECRETS to this server, or stop it.`,
  )
}

const namesOf = (nodes: readonly Node[]) => nodes.map((node) => `${node.host}, version ${node.version}`).join('; ')

/** Returns a message if the database allows fewer connections than this server and the others can open together. */
export async function connectionsNote(installerUrl: string): Promise<string[]> {
  const nodes = await readNodes(installerUrl)
  const { rows } = await withConnection(installerUrl, (db) =>
    db.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    ),
  )
  const [servers, allowed] = [nodes.length + 1, rows[0]?.allowed ?? 0]
  const needed = servers * connectionsPerNode
  if (needed <= allowed) return []
  return [
    `The database allows ${allowed} connections, and ${servers === 1 ? 'this server needs' : `${servers} servers need`} up to ${needed}. Raise max_connections in Postgres.`,
  ]
}
