import pg from 'pg'
import { StartError } from '../process/start-error.ts'

const oldestServer = 16

/**
 * Connects once to the Postgres of DATABASE_URL. If the database cannot be used, throws a StartError of one sentence that does not contain
 * the password.
 */
export async function probeDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    version = rows[0]?.version ?? 0
  } catch (error) {
    throw new StartError(connectionProblem(error as Error & { code?: string }, client), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
  if (version < oldestServer) {
    throw new StartError(
      `Postgres at ${hostAndPort(client)} is version ${version}. Attune needs ${oldestServer} or newer. Set DATABASE_URL to a newer server.`,
    )
  }
}

function connectionProblem({ code, message }: Error & { code?: string }, client: pg.Client): string {
  const server = hostAndPort(client)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Attune can't reach Postgres at ${server}. Check DATABASE_URL and that Postgres is running.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Attune can't find the host ${client.host}. Check DATABASE_URL.`
    case '28P01':
    case '28000':
      return `Postgres at ${server} rejected the user or password in DATABASE_URL.`
    case '3D000':
      return `Postgres at ${server} has no database '${client.database}'. Check DATABASE_URL.`
    default:
      return `Attune can't use Postgres at ${server} (DATABASE_URL): ${message.replace(/\s+/g, ' ').replace(/\.$/, '')}.`
  }
}

function hostAndPort({ host, port }: pg.Client): string {
  return `${host}:${port}`
}
