import pg from 'pg'
import { StartError } from '../process/start-error.ts'

const oldestServer = 16

/** A startup parameter that Postgres accepts and a pooler refuses or drops. Attune needs its own startup parameters, `LISTEN` and session locks. */
const markerName = 'attune.direct'

const readServer = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('${markerName}', true) as marker,
    quote_ident(r.rolname) as user, quote_ident(d.datname) as database, r.rolsuper as super,
    pg_encoding_to_char(d.encoding) as encoding, r.rolcreaterole or r.rolsuper as creates, pg_has_role(d.datdba, 'usage') as owns,
    current_setting('transaction_read_only')::boolean as "isReadOnly"
  from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`

type Server = {
  version: number
  marker: string | null
  user: string
  database: string
  super: boolean
  /** The encoding of the texts in the database. */
  encoding: string
  creates: boolean
  owns: boolean
  /** Whether the server refuses all changes, as a standby does. */
  isReadOnly: boolean
}

/**
 * Connects once to the Postgres of DATABASE_URL. If the database cannot be used, throws a StartError of one sentence that does not contain
 * the password. Returns messages for the person who starts the server.
 */
export async function probeDatabase(databaseUrl: string): Promise<string[]> {
  const client = openClient(databaseUrl)
  client.on('error', () => {})
  let server: Server | undefined
  try {
    await client.connect()
    server = (await client.query<Server>(readServer)).rows[0]
  } catch (error) {
    throw new StartError(connectionProblem(error as Error & { code?: string }, client), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
  const problem = server && serverProblem(server, client)
  if (problem) throw new StartError(problem)
  return server?.super ? [superuserNote(server)] : []
}

/** Returns a client that is not connected. It has already read the files that the address names, such as a certificate. */
function openClient(databaseUrl: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      options: `-c ${markerName}=yes`,
    })
  } catch (error) {
    const { path, message } = error as NodeJS.ErrnoException
    throw new StartError(
      path
        ? `Attune can't read the file ${path}, which DATABASE_URL names.`
        : `Attune can't use DATABASE_URL: ${sentenceOf(message)}`,
      { cause: error },
    )
  }
}

function serverProblem(
  { version, marker, user, database, encoding, creates, owns, isReadOnly }: Server,
  client: pg.Client,
): string | null {
  const server = hostAndPort(client)
  if (version < oldestServer)
    return `Postgres at ${server} is version ${version}. Attune needs ${oldestServer} or newer. Set DATABASE_URL to a newer server.`
  if (marker === null) return poolerProblem(server)
  if (isReadOnly)
    return `Postgres at ${server} refuses changes, as a standby does. Set DATABASE_URL to the primary server, or end default_transaction_read_only.`
  if (!creates)
    return `The user ${user} in DATABASE_URL can't create roles. As a superuser, run: alter role ${user} createrole; Then try again.`
  if (!owns)
    return `The user ${user} in DATABASE_URL doesn't own the database. As a superuser, run: alter database ${database} owner to ${user}; Then try again.`
  if (encoding !== 'UTF8')
    return `The database ${database} in DATABASE_URL stores texts as ${encoding}. Attune needs UTF8. Create another one: create database attune owner ${user} encoding 'UTF8' template template0; Then name it in DATABASE_URL.`
  return null
}

const poolerProblem = (server: string) =>
  `The server at ${server} (DATABASE_URL) is a connection pooler such as PgBouncer, which Attune can't use. Set DATABASE_URL to the address of Postgres itself.`

const superuserNote = ({ user }: Server) =>
  `The user ${user} in DATABASE_URL is a superuser of Postgres. Attune needs a user with CREATEROLE that owns the database, and no more.`

function connectionProblem({ code, message }: Error & { code?: string }, client: pg.Client): string {
  const server = hostAndPort(client)
  switch (code) {
    case '08P01':
      return poolerProblem(server)
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
      return `Attune can't use Postgres at ${server} (DATABASE_URL): ${sentenceOf(message)}`
  }
}

function hostAndPort({ host, port }: pg.Client): string {
  return `${host}:${port}`
}

const sentenceOf = (message: string) => `${message.replace(/\s+/g, ' ').replace(/\.$/, '')}.`
