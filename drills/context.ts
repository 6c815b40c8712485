import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type TestBrowser, openTestBrowser } from '../apps/server/src/testing/browser.ts'
import { randomId } from '../apps/server/src/testing/database/database.ts'
import { seedTherapist, writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { cookieName, signCookie } from '../apps/server/src/platform/auth/login/cookies.ts'
import { hashLoginToken } from '../apps/server/src/platform/auth/login/tokens.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { queryBuilder } from '../apps/server/src/platform/database/query-builder.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster, stopPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { loadSecrets, type Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { type BenchServer, startBenchServer } from '../bench/server.ts'

/** A connected therapist and client, both signed in. */
export type DrillPair = {
  therapistId: string
  recordId: string
  accountId: string
  tokens: { therapist: string; client: string }
}

export type DrillContext = {
  dataDir: string
  secrets: Secrets
  pairs: DrillPair[]
  key: string
  /** The current URL of the database. The URL of an embedded database has the install user. */
  url(): string
  /** Returns a test browser that is signed in to a server as the therapist or the client of a pair. */
  caller(address: string, pair: DrillPair, who: 'therapist' | 'client'): TestBrowser
  start(env?: Record<string, string>): Promise<BenchServer>
  close(): Promise<void>
}

/** Creates a data folder with an embedded database, or uses `given`. Adds `size` therapists with one client each. */
export async function createDrillContext(
  size: number,
  given?: { url: string; secrets: Secrets; dataDir: string },
): Promise<DrillContext> {
  const dataDir = given?.dataDir ?? mkdtempSync(join(tmpdir(), 'attune-drill-'))
  const secrets = given?.secrets ?? loadSecrets(join(dataDir, 'secrets')).secrets
  const url = () => {
    if (given) return given.url
    const port = findPostmaster(clusterPath(dataDir))?.port
    return `postgres://attune:${encodeURIComponent(secrets.dbPasswords.install)}@127.0.0.1:${port}/attune`
  }
  const start = (env: Record<string, string> = {}) =>
    startBenchServer({ ATTUNE_DATA: dataDir, ...(given && { DATABASE_URL: given.url }), ...env })

  const first = await start()
  const pairs: DrillPair[] = []
  const db = await connectDatabase(url())
  for (let n = 0; n < size; n++) pairs.push(await makePair(db))
  await lockLate(db)
  await db.end()
  const key = await readKey(url(), secrets)
  await first.stop()

  return {
    dataDir,
    secrets,
    pairs,
    key,
    url,
    start,
    caller(address, pair, who) {
      const caller = openTestBrowser(address, () => key)
      caller.cookieJar.set(
        cookieName('login', address.startsWith('https:')),
        signCookie(pair.tokens[who], secrets.authSecret),
      )
      return caller
    },
    async close() {
      const orphan = given ? null : findPostmaster(clusterPath(dataDir))
      if (orphan) await stopPostmaster(orphan.pid, clusterPath(dataDir))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a database connection. Losing the connection does not end the process. */
export async function connectDatabase(url: string): Promise<pg.Client> {
  const db = new pg.Client(url)
  db.on('error', () => {})
  await db.connect()
  return db
}

/** Locks a login only after an hour without use, the longest time that the setting permits, because a drill calls the server without a page. */
async function lockLate(db: pg.Client): Promise<void> {
  await writeAsOwner(db, async () => {
    await db.query('update app.product_setting set idle_minutes_staff = 60, idle_minutes_client = 60')
  })
}

async function makePair(db: pg.Client): Promise<DrillPair> {
  const therapist = await seedTherapist(db, 1)
  const { id: recordId, accountId } = therapist.clients[0] ?? { id: '', accountId: '' }
  const tokens = { therapist: `drill-${randomId()}`, client: `drill-${randomId()}` }
  await db.query('begin; set local role attune_owner')
  for (const [id, token, strength] of [
    [therapist.id, tokens.therapist, 2],
    [accountId, tokens.client, 1],
  ] as const) {
    await db.query(
      `insert into auth."user" (id, email, email_verified) values ($1, $1::uuid || '@example.org', true)`,
      [id],
    )
    await db.query(
      `insert into auth.login (user_id, token, strength, method, expires_at) values ($1, $2, $3, 'totp', now() + interval '7 days')`,
      [id, hashLoginToken(token), strength],
    )
  }
  await db.query('commit')
  return { therapistId: therapist.id, recordId, accountId, tokens }
}

async function readKey(url: string, secrets: Secrets): Promise<string> {
  const pool = openPool(url, secrets, 1)
  const question = queryBuilder.selectFrom('product_setting').select('public_key').compile()
  const [row] = await openDb(pool).readAs({ role: 'worker', id: null }, question)
  await pool.end()
  return row?.public_key ?? ''
}
