import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signCookie } from '../apps/server/src/platform/auth/login/cookies.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { queryBuilder } from '../apps/server/src/platform/database/query-builder.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { migrate } from '../apps/server/src/platform/database/migrate/migrate.ts'
import { openPool, setPasswords } from '../apps/server/src/platform/database/pools.ts'
import { loadSecrets, type Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'

/**
 * Functions that compute the ids of rows from a number. SQL can compute the same ids, which pgbench needs because it cannot generate random uuids.
 */
export const ids = {
  therapist: (n: number) => uuid('1', n),
  record: (n: number) => uuid('2', n),
  account: (n: number) => uuid('3', n),
}
const uuid = (kind: string, n: number) => `00000000-0000-4000-8000-${kind}${String(n).padStart(11, '0')}`
const inSql = (kind: string, n: string) => `('00000000-0000-4000-8000-${kind}' || lpad((${n})::text, 11, '0'))::uuid`
export const token = (kind: 'therapist' | 'client', n: number) => `bench-${kind}-${String(n).padStart(11, '0')}`

/** The number of measured therapists. All sessions of a measured therapist are with one client. */
export const measuredCount = 8
/** The number of signed-in therapists, and also the number of signed-in clients. */
export const signedInCount = 40
/** The reference time. The practice has sessions before and after this time. */
export const now = new Date()
now.setUTCHours(12, 0, 0, 0)

export type BenchPractice = {
  url: string
  dataDir: string
  secrets: Secrets
  key: string
  sessions: number
  close(): Promise<void>
}

/**
 * Starts a Postgres with the product's durability settings and inserts a practice of 200 therapists and 10,000 clients.
 * `sessions` is the number of all sessions, `busy` the number of sessions of each measured therapist.
 */
export async function createBenchPractice(sessions: number, busy = 5_000): Promise<BenchPractice> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-bench-'))
  const { secrets } = loadSecrets(join(dataDir, 'secrets'))
  const start = () => startEmbedded({ dataDir, password: secrets.dbPasswords.install })
  let embedded = await start()
  const db = new pg.Client(embedded.url)
  db.on('error', () => {})
  const close = async () => {
    await db.end()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(embedded.url)
    await setPasswords(embedded.url, secrets)
    await db.connect()
    await fill(db, sessions, busy)
    await signIn(db)
    // Postgres writes the pages of all these rows when it stops, not during the measurement.
    await db.end()
    await embedded.stop()
    embedded = await start()
    return {
      url: embedded.url,
      dataDir,
      secrets,
      key: await readKey(embedded.url, secrets),
      sessions,
      close,
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function readKey(url: string, secrets: Secrets): Promise<string> {
  const pool = openPool(url, secrets, 1)
  const [row] = await openDb(pool).readAs(
    { role: 'worker', id: null },
    queryBuilder.selectFrom('product_setting').select('public_key').compile(),
  )
  await pool.end()
  return row?.public_key ?? ''
}

/** The key with which a page proves that it was open before. All logins of the benchmarks have the same key. */
const pageKey = '0f4be0b5-5d2c-4b64-9b3f-6f1c5b7c0a11'

/** Returns the request headers of a signed-in browser whose page is open, so that the server can recall its login. */
export const headersOf = (practice: BenchPractice, address: string, kind: 'therapist' | 'client', n: number) => ({
  'content-type': 'application/json',
  origin: address,
  'x-attune-key': practice.key,
  cookie: `attune=${signCookie(token(kind, n), practice.secrets.authSecret)}`,
  'x-attune-page': pageKey,
})

async function fill(db: pg.Client, sessions: number, busy: number) {
  const [therapists, clients] = [200, 50]
  const others = Math.max(0, Math.ceil((sessions - measuredCount * busy) / (therapists - measuredCount)))
  await writeAsOwner(db, async () => {
    const tables = ['profile', 'client', 'session', 'session_client']
    for (const table of tables) await db.query(`alter table app.${table} disable trigger user`)
    await db.query('alter table app.session drop constraint session_slot')
    await db.query(`
      insert into app.profile (account_id, email, first_name, last_name, role, zone, onboarded_at)
      select ${inSql('1', 'n')}, 'therapist' || n || '@example.org', 'Thea', 'Adler', 'therapist', 'Europe/Berlin', now() from generate_series(0, ${therapists - 1}) n
      union all select ${inSql('3', 'n')}, 'client' || n || '@example.org', 'Clara', 'Brand', 'client', 'Europe/Berlin', now() from generate_series(0, ${therapists * clients - 1}) n`)
    await db.query(
      `insert into app.calendar (therapist_id, account_id) select ${inSql('1', 'n')}, ${inSql('1', 'n')} from generate_series(0, ${therapists - 1}) n`,
    )
    // The first 200 clients are the first client of each therapist.
    await db.query(`
      insert into app.client (id, therapist_id, account_id, first_name, last_name, email, status, connected_at)
      select ${inSql('2', 'n')}, ${inSql('1', `n % ${therapists}`)}, ${inSql('3', 'n')}, 'Clara', 'Brand', 'client' || n || '@example.org', 'active', now()
      from generate_series(0, ${therapists * clients - 1}) n`)
    // Six sessions of 50 minutes every 28 hours: about 35 a week. Nineteen of twenty sessions are in the past. Each was booked on one of the 28 days
    // before it. Its id begins with the time of booking.
    await db.query(
      `with planned as materialized (
         select uuidv7(at - (n % 28) * interval '1 day' - now()) as id, p.* from (
           select t, n, ${inSql('1', 't')} as therapist,
             $1::timestamptz + (n / 6 - k * 19 / 120) * interval '28 hours' + (n % 6) * interval '1 hour' as at
           from generate_series(0, ${therapists - 1}) t, lateral (select case when t < ${measuredCount} then ${busy} else ${others} end as k) c, generate_series(0, k - 1) n) p),
       made as (insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
         select id, therapist, at, at + interval '50 minutes', 'video', case when at < $1 then 'completed' else 'confirmed' end from planned)
       insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select therapist, id, ${inSql('2', `case when t < ${measuredCount} then t else t + ${therapists} * (n % ${clients}) end`)}, at, 'accepted' from planned`,
      [now],
    )
    await db.query(`alter table app.session add constraint session_slot exclude using gist (therapist_id with =, tstzrange(starts_at, ends_at) with &&)
      where (status in ('scheduled', 'confirmed', 'rescheduled') and not booked_anyway) deferrable initially immediate`)
    for (const table of tables) await db.query(`alter table app.${table} enable trigger user`)
  })
  // Updates the statistics and the visibility map of the tables, as autovacuum would do some minutes later.
  await db.query('set role attune_owner')
  for (const table of ['session', 'session_client', 'client', 'profile']) await db.query(`vacuum analyze app.${table}`)
  await db.query('reset role')
}

/** Returns SQL for the hash of a login's token, as the server stores it. `token` is a SQL expression. */
export const tokenHashSql = (token: string) =>
  `rtrim(translate(encode(sha256(convert_to(${token}, 'UTF8')), 'base64'), '+/', '-_'), '=')`

async function signIn(db: pg.Client) {
  await db.query('begin; set local role attune_owner')
  for (const [kind, prefix, strength] of [
    ['therapist', '1', 2],
    ['client', '3', 1],
  ] as const) {
    await db.query(
      `insert into auth."user" (id, name, email, email_verified) select ${inSql(prefix, 'n')}, '${kind}', '${kind}' || n || '@example.org', true from generate_series(0, ${signedInCount - 1}) n`,
    )
    await db.query(
      `insert into auth.login (user_id, page_key, token, strength, method, expires_at) select ${inSql(prefix, 'n')}, '${pageKey}', ${tokenHashSql(`'bench-${kind}-' || lpad(n::text, 11, '0')`)}, ${strength}, 'totp', now() + interval '7 days' from generate_series(0, ${signedInCount - 1}) n`,
    )
  }
  await db.query('commit')
}
