import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { RunningApp } from '../app.ts'
import { cookieName, signCookie } from '../platform/auth/login/cookies.ts'
import { hashLoginToken } from '../platform/auth/login/tokens.ts'
import { connectionOptions } from '../platform/database/pools.ts'
import { type TestBrowser, openTestBrowser } from './browser.ts'

export type TestRole = 'therapist' | 'client' | 'admin'

export type Person = TestBrowser & {
  accountId: string
  email: string
  password: string
  firstName: string
  lastName: string
  role: TestRole
}

/** Pools of connections as attune_auth_app (`auth`) and attune_app_definer (`definer`), for data that tests insert directly. */
export type PrivilegedPools = { auth: pg.Pool; definer: pg.Pool; installerUrl: string; close(): Promise<void> }

export async function openPrivilegedPools(databaseUrl: string, app: RunningApp): Promise<PrivilegedPools> {
  const auth = new pg.Pool({ ...connectionOptions(databaseUrl, 'attune_auth_app', app.secrets), max: 2 })
  auth.on('error', () => {})
  const definer = new pg.Pool({ connectionString: databaseUrl, options: '-c role=attune_app_definer', max: 2 })
  definer.on('error', () => {})
  return {
    auth,
    definer,
    installerUrl: databaseUrl,
    async close() {
      await Promise.all([auth.end(), definer.end()])
    },
  }
}

const password = 'Quiet-garden-7'
const firstNames: Record<TestRole, string> = { therapist: 'Tessa', client: 'Clara', admin: 'Ada' }
let hash: Promise<string> | null = null

/** Inserts a person with account, profile and a login with the assurance level of the role. */
export async function createPerson(
  app: RunningApp,
  hands: PrivilegedPools,
  role: TestRole,
  n: number,
  zone: string,
): Promise<Person> {
  const accountId = randomUUID()
  const email = `${role}${n}@attune.test`
  const [firstName, lastName] = [firstNames[role], `${role}${n}`]
  hash ??= app.auth.passwords.hash(password)
  await hands.auth.query(
    `with u as (insert into auth."user" (id, name, first_name, last_name, email, email_verified) values ($1, $2, $3, $4, $5, true))
     insert into auth.account (user_id, account_id, provider_id, password) values ($1, $1::uuid::text, 'credential', $6)`,
    [accountId, `${firstName} ${lastName}`, firstName, lastName, email, await hash],
  )
  await hands.definer.query(
    `insert into app.profile (account_id, email, first_name, last_name, role, language, zone, onboarded_at) values ($1, $2, $3, $4, $5, 'en', $6, now())`,
    [accountId, email, firstName, lastName, role, zone],
  )
  // The inserted settings contain no quiet hours, because tests run at any hour.
  await app.db.asActor({ role, id: accountId }, (tx) =>
    tx.kysely.insertInto('notification_setting').values({ account_id: accountId, mail_off: [] }).execute(),
  )
  if (role === 'therapist') {
    await hands.definer.query('insert into app.calendar (therapist_id, account_id) values ($1, $1)', [accountId])
    await hands.definer.query('insert into app.therapist_profile (account_id) values ($1)', [accountId])
  }
  const caller = openTestBrowser(app.address, app.site.key)
  await insertLogin(app, hands, caller, accountId, role === 'client' ? 1 : 2)
  return { ...caller, accountId, email, password, firstName, lastName, role }
}

/**
 * Inserts a login with an assurance level, sets its cookie in the browser and returns the login's id.
 */
export async function insertLogin(
  app: RunningApp,
  hands: PrivilegedPools,
  caller: TestBrowser,
  accountId: string,
  strength: 1 | 2,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = app.clock.now()
  const { rows } = await hands.auth.query<{ id: string }>(
    `insert into auth.login (user_id, token, strength, method, expires_at, last_seen_at, created_at, active_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $6, $6) returning id`,
    [
      accountId,
      hashLoginToken(token),
      strength,
      strength === 2 ? 'totp' : 'password',
      new Date(now.getTime() + 90 * 24 * 60 * 60_000),
      now,
    ],
  )
  caller.cookieJar.set(cookieName('login', app.address.startsWith('https:')), signCookie(token, app.secrets.authSecret))
  return rows[0]?.id ?? ''
}
