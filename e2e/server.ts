import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { markRestored } from '../apps/server/src/platform/data-folder/restored.ts'
import { createDatabase } from '../apps/server/src/testing/database/database.ts'
import { type Inbox, openInbox } from '../apps/server/src/testing/doubles/inbox.ts'
import { startHosted } from './hosted-server.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/node/bin/node')

export type JourneyServer = {
  address: string
  /** The one-time link that the server prints while there is no admin. */
  setupLink: string
  inbox: Inbox
  /** The URL of the database. Journeys use it for changes that no page offers, such as making a session older. */
  databaseUrl: string
  /** Kills the server and starts it again at the same address. */
  restart(): Promise<void>
  /** Restarts like `restart`, but as the first start after a restore of data that is an hour old. */
  restartRestored(): Promise<void>
  /** Starts a second server on the same database, with a separate data folder. The two servers share files only if the files are in a bucket. */
  startBeside(): Promise<ServerBeside>
  /**
   * Stops the server and drops its database. With `keep`, keeps the database so that it can be copied. Returns the name
   * of the database.
   */
  stop(keep?: 'database'): Promise<string>
}

/** A second server. `end` ends its process and deletes its data folder. */
type ServerBeside = { address: string; end(signal: NodeJS.Signals): Promise<void> }

/**
 * Starts the server with a test mail server, on a copy of the database `original`. By default the copy has no rows, and the server starts in a
 * process of its own, like `npm start`; on a copy with rows it starts in the process that all journeys of the worker share, and `restart` starts it
 * in a process of its own. `more` contains additional environment variables; those for doubles of external services are described in start-app.ts.
 */
export async function startJourneyServer(
  more: Record<string, string> = {},
  original = process.env.ATTUNE_TEST_ORIGINAL,
): Promise<JourneyServer> {
  const adminUrl = process.env.ATTUNE_TEST_ADMIN_URL
  // The database roles belong to the Postgres that all journeys share, so every server must use the same passwords.
  const secrets = process.env.ATTUNE_TEST_SECRETS
  if (!adminUrl || !secrets) throw new Error('the journeys run with npm test')
  const database = await createDatabase(adminUrl, original)
  const inbox = await openInbox()
  const newEnvironment = (data: string) => ({
    ...process.env,
    DATABASE_URL: database.url,
    ATTUNE_DATA: data,
    ATTUNE_SECRETS: join(data, 'secrets'),
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Attune <post@attune.test>',
    LOG_LEVEL: 'error',
    // The servers of drills and benchmarks use the same compile cache as those of the tests.
    NODE_COMPILE_CACHE: join(root, '.attune', 'compile-cache'),
    ...more,
  })
  const data = newDataFolder(secrets)
  const env = newEnvironment(data)
  const isEmpty = original === process.env.ATTUNE_TEST_ORIGINAL
  let server = await (isEmpty ? launch({ ...env, PORT: '0' }, isEmpty) : startHosted({ ...env, PORT: '0' }, node))
  const port = new URL(server.address).port
  const restart = async (whileStopped = () => {}) => {
    await server.end('SIGKILL')
    whileStopped()
    server = await launch({ ...env, PORT: port }, false)
  }
  return {
    address: server.address,
    setupLink: server.setupLink,
    inbox,
    databaseUrl: database.url,
    restart: () => restart(),
    restartRestored: () =>
      restart(() => markRestored(data, { dataOf: new Date(Date.now() - 3_600_000), restoredAt: new Date() })),
    async startBeside() {
      const folder = newDataFolder(secrets)
      const beside = await launch({ ...newEnvironment(folder), PORT: '0' }, false)
      return {
        address: beside.address,
        async end(signal) {
          await beside.end(signal)
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
    async stop(keep) {
      await server.end('SIGTERM')
      await inbox.close()
      if (!keep) await database.drop()
      rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      return database.name
    },
  }
}

/** Creates a data folder with a copy of the secrets. Each server needs its own, because the folder also contains the highest invoice numbers. */
function newDataFolder(secrets: string): string {
  const data = mkdtempSync(join(tmpdir(), 'attune-journey-'))
  cpSync(secrets, join(data, 'secrets'), { recursive: true })
  return data
}

/** Starts the server process and waits for its address and, if the database is empty, for the set-up link. */
async function launch(env: NodeJS.ProcessEnv, isEmpty: boolean) {
  const program = env.DOUBLE_ORIGINS ? 'e2e/server-with-doubles.ts' : 'apps/server/src/main.ts'
  const child = spawn(node, [program], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  let [address, setupLink] = ['', '']
  for await (const line of createInterface(child.stdout)) {
    address = /^Attune is running at (\S+)/.exec(line)?.[1] ?? address
    setupLink = /first admin account: (\S+)/.exec(line)?.[1] ?? setupLink
    if (address && (setupLink || !isEmpty)) break
  }
  if (!address) throw new Error('the server did not start')
  // The log contains only errors. They show the cause of a failed journey.
  createInterface(child.stdout).on('line', (line) => line.startsWith('{') && console.error(line))
  await waitUntilReady(address)
  return {
    address,
    setupLink,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await gone
    },
  }
}

/**
 * Waits until the server can reach its database. On a slow machine, the first connections take longer than the timeout
 * of a call.
 */
async function waitUntilReady(address: string): Promise<void> {
  while ((await fetch(`${address}/ready`)).status !== 200) await sleep(200)
}
