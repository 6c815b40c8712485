import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDatabase } from '../apps/server/src/testing/database.ts'
import { type Inbox, openInbox } from '../apps/server/src/testing/inbox.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/node/bin/node')

export type Product = {
  address: string
  /** The one-time link that `npm start` prints. */
  setupLink: string
  inbox: Inbox
  /** The database behind it, for what no screen can do: letting days pass. */
  databaseUrl: string
  /** Kills the server where it stands and starts it anew at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * The product as `npm start` runs it, on a database of its own that holds nothing but its tables, with a mail server that keeps what
 * it gets. `more` is what a host has set beside that.
 */
export async function openProduct(more: Record<string, string> = {}): Promise<Product> {
  const adminUrl = process.env.ATTUNE_TEST_ADMIN_URL
  // Roles belong to the cluster that the journeys share, so their passwords must be shared too.
  const secrets = process.env.ATTUNE_TEST_SECRETS
  if (!adminUrl || !secrets) throw new Error('the journeys run with npm test')
  const database = await createDatabase(adminUrl, process.env.ATTUNE_TEST_ORIGINAL)
  const inbox = await openInbox()
  const data = mkdtempSync(join(tmpdir(), 'attune-journey-'))
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    ATTUNE_DATA: data,
    ATTUNE_SECRETS: secrets,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Attune <post@attune.test>',
    LOG_LEVEL: 'error',
    // Half of what a start costs is reading the program: each file of journeys starts one.
    NODE_COMPILE_CACHE: join(tmpdir(), 'attune-journey-programs'),
    ...more,
  }
  let server = await launch({ ...env, PORT: '0' })
  const port = new URL(server.address).port
  return {
    address: server.address,
    setupLink: server.setupLink,
    inbox,
    databaseUrl: database.url,
    async restart() {
      await server.end('SIGKILL')
      server = await launch({ ...env, PORT: port })
    },
    async stop() {
      await server.end('SIGTERM')
      await inbox.close()
      await database.drop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv) {
  const child = spawn(node, ['apps/server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  let [address, setupLink] = ['', '']
  for await (const line of createInterface(child.stdout)) {
    address = /^Attune stands at (\S+)/.exec(line)?.[1] ?? address
    setupLink = /first admin here: (\S+)/.exec(line)?.[1] ?? setupLink
    // The note on the address comes last of what a start says.
    if (address && (setupLink || env.PORT !== '0')) break
  }
  if (!address) throw new Error('the server did not start')
  child.stdout.resume()
  return {
    address,
    setupLink,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await gone
    },
  }
}
