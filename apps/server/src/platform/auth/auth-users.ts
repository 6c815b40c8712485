import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { hashLoginToken } from './login/tokens.ts'
import type { AuthPool } from './pool.ts'
import { hashToken } from './one-time-tokens.ts'

export type AuthUser = {
  id: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  language: string
  /** Null until the person has chosen a time zone. */
  zone: string | null
}

export type NewAuthUser = {
  email: string
  firstName: string
  lastName: string
  language: string
  zone: string
  passwordHash: string
}

/** Accounts in the schema `auth`. An operation with a token uses up the token only if the operation succeeds. */
export type AuthUsers = {
  byEmail(email: string): Promise<AuthUser | null>
  byId(userId: string): Promise<AuthUser | null>
  passwordHashOf(userId: string): Promise<string | null>
  /** Returns the ids of the given people who have a second factor: an authenticator app or a passkey. */
  withSecondFactor(userIds: string[]): Promise<Set<string>>
  /** Whether the account with this email address has a profile. The account's first request creates the profile. */
  hasProfile(email: string): Promise<boolean>
  /**
   * Increments the generation of the links that are emailed to a person, and returns the new generation. A link with a
   * higher generation voids the previous links. Throws if the account does not exist.
   */
  nextGeneration(userId: string): Promise<number>
  /** Like `nextGeneration`, but returns null if the account does not exist. */
  nextGenerationIfKnown(userId: string): Promise<number | null>
  /**
   * Confirms the email address. `newPasswordHash`, if given, replaces the password that was set at sign-up, or is the first one of an
   * invited person. Returns the address, or null for an invalid link.
   */
  confirmEmail(token: string, newPasswordHash: string | null): Promise<string | null>
  /** Sets a new password and ends every login, but keeps the second factor. Returns the email address, or null for an invalid link. */
  resetPassword(token: string, passwordHash: string): Promise<string | null>
  /**
   * Creates the account of an invited person with the given id. Returns 'taken' if an account with this email address exists; the token
   * then stays valid. Returns null if the token is invalid.
   */
  createInvited(token: string, person: NewAuthUser & { id: string }): Promise<'created' | 'taken' | null>
  /**
   * Creates the first accounts with the setup token, all or none, and returns their ids. Replaces existing accounts with the same email
   * addresses. Returns null if the token is invalid.
   */
  createFirst(token: string, people: NewAuthUser[]): Promise<string[] | null>
  /** Makes the setup token valid again, after a later step of the setup has failed. */
  restoreSetupToken(token: string): Promise<void>
  /** Returns the ids of the OpenID Connect providers that are linked to an account. */
  providersOf(userId: string): Promise<string[]>
  unlink(userId: string, provider: string): Promise<'unlinked' | 'unknown' | 'only-way-in'>
  /** Deletes an account with its credentials and logins. */
  delete(userId: string): Promise<void>
  endLogin(loginId: string): Promise<void>
  /** Ends the login `before` of a browser and stores that the login `now` replaces it. */
  replaceLogin(userId: string, tokens: { before: string; now: string }): Promise<void>
}

const columns = `id, email, email_verified as "emailVerified", first_name as "firstName", last_name as "lastName", language, zone`

export function openAuthUsers({ query, transaction: together }: AuthPool, clock: Clock): AuthUsers {
  const one = async (where: string, value: string) =>
    (await query<AuthUser>(`select ${columns} from auth."user" where ${where} = $1`, [value], `person-${where}`))[0] ??
    null

  async function nextGenerationIfKnown(userId: string): Promise<number | null> {
    const [row] = await query<{ link_generation: number }>(
      'update auth."user" set link_generation = link_generation + 1 where id = $1 returning link_generation',
      [userId],
    )
    return row?.link_generation ?? null
  }

  return {
    byEmail: (email) => one('email', email),
    byId: (userId) => one('id', userId),
    async passwordHashOf(userId) {
      const rows = await query<{ password: string | null }>(
        `select password from auth.account where user_id = $1 and provider_id = 'credential'`,
        [userId],
      )
      return rows[0]?.password ?? null
    },
    async withSecondFactor(userIds) {
      const rows = await query<{ user_id: string }>(
        `select user_id from auth.two_factor where verified and user_id = any ($1)
         union select user_id from auth.passkey where user_id = any ($1)`,
        [userIds],
      )
      return new Set(rows.map((row) => row.user_id))
    },
    async hasProfile(email) {
      const [row] = await query<{ role: string | null }>(
        'select def.role_of(id) as role from auth."user" where email = $1',
        [email],
      )
      return row !== undefined && row.role !== null
    },
    async nextGeneration(userId) {
      const generation = await nextGenerationIfKnown(userId)
      if (generation === null) throw new Error('a link for an account that does not exist')
      return generation
    },
    nextGenerationIfKnown,
    async confirmEmail(token, newPasswordHash) {
      const [row] = await query<{ email: string }>(
        `with s as (${use('confirm', 'user_id')} returning user_id),
              p as (insert into auth.account (user_id, account_id, provider_id, password)
                    select user_id, user_id::text, 'credential', $3 from s where $3::text is not null
                    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = $2),
              l as (delete from auth.login l using s where $3::text is not null and l.user_id = s.user_id)
         update auth."user" u set email_verified = true, updated_at = $2 from s where u.id = s.user_id returning u.email`,
        [hashToken(token), clock.now(), newPasswordHash],
      )
      return row?.email ?? null
    },
    async resetPassword(token, passwordHash) {
      const [row] = await query<{ email: string }>(
        `with s as (${use('reset', 'user_id')} returning user_id),
              p as (insert into auth.account (user_id, account_id, provider_id, password)
                    select user_id, user_id::text, 'credential', $3 from s
                    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = $2),
              l as (delete from auth.login l using s where l.user_id = s.user_id),
              d as (delete from auth.known_device d using s where d.user_id = s.user_id),
              c as (delete from auth.verification v using s where v.value = s.user_id::text)
         update auth."user" u set email_verified = true, updated_at = $2 from s where u.id = s.user_id returning u.email`,
        [hashToken(token), clock.now(), passwordHash],
      )
      return row?.email ?? null
    },
    async createInvited(token, person) {
      try {
        const rows = await query(
          `with s as (${use('invite', '$3::uuid')} and not exists (select from auth."user" u where u.email = $5) returning subject),
                a as (insert into auth.account (user_id, account_id, provider_id, password)
                      select $3::uuid, $3::text, 'credential', $4 from s)
           insert into auth."user" (id, email, email_verified, first_name, last_name, name, language, zone)
           select $3::uuid, $5, true, $6, $7, $8, $9, $10 from s returning 1 as made`,
          [hashToken(token), clock.now(), person.id, person.passwordHash, ...valuesOf(person)],
        )
        if (rows.length === 1) return 'created'
      } catch (error) {
        // 23505 (unique violation): a concurrent invitation created an account with the same email address. The query after this block then
        // returns 'taken'.
        if ((error as { code?: string }).code !== '23505') throw error
      }
      return (await this.byEmail(person.email)) ? 'taken' : null
    },
    async createFirst(token, people) {
      const rows = await query<{ id: string; email: string }>(
        `with s as (${use('setup', 'null')} returning 1 as good),
              n as (select p.* from s, jsonb_to_recordset($3::jsonb)
                    as p(id uuid, email text, "firstName" text, "lastName" text, name text, language text, zone text, "passwordHash" text)),
              u as (insert into auth."user" as x (id, email, email_verified, first_name, last_name, name, language, zone)
                    select id, email, true, "firstName", "lastName", name, language, zone from n
                    on conflict (email) do update set email_verified = true, first_name = excluded.first_name,
                      last_name = excluded.last_name, name = excluded.name, language = excluded.language, zone = excluded.zone,
                      two_factor_enabled = false, updated_at = $2
                    returning x.id, x.email),
              l as (delete from auth.login l using u where l.user_id = u.id),
              f as (delete from auth.two_factor f using u where f.user_id = u.id),
              a as (insert into auth.account (user_id, account_id, provider_id, password)
                    select u.id, u.id::text, 'credential', n."passwordHash" from u join n using (email)
                    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = $2)
         select id, email from u`,
        [
          hashToken(token),
          clock.now(),
          JSON.stringify(people.map((person) => ({ ...person, id: randomUUID(), name: nameOf(person) }))),
        ],
      )
      if (rows.length === 0) return null
      return people.map((person) => rows.find((row) => row.email === person.email)?.id ?? '')
    },
    async restoreSetupToken(token) {
      await query(`update auth.secret set used_at = null where hash = $1 and purpose = 'setup'`, [hashToken(token)])
    },
    async providersOf(userId) {
      const rows = await query<{ provider_id: string }>(
        `select provider_id from auth.account where user_id = $1 and provider_id <> 'credential'`,
        [userId],
      )
      return rows.map((row) => row.provider_id)
    },
    unlink: (userId, provider) =>
      together(async (ask) => {
        await ask('select 1 from auth."user" where id = $1 for update', [userId])
        const [row] = await ask<{ own: boolean; others: boolean }>(
          `select exists (select from auth.account where user_id = $1 and provider_id = $2) as own,
             exists (select from auth.account where user_id = $1 and provider_id <> $2)
               or exists (select from auth.passkey where user_id = $1) as others`,
          [userId, provider],
        )
        if (!row?.own) return 'unknown'
        if (!row.others) return 'only-way-in'
        await ask('delete from auth.account where user_id = $1 and provider_id = $2', [userId, provider])
        return 'unlinked'
      }),
    async delete(userId) {
      await query('delete from auth."user" where id = $1', [userId])
    },
    async endLogin(loginId) {
      await query('delete from auth.login where id = $1', [loginId])
    },
    async replaceLogin(userId, { before, now }) {
      await query(
        `with ended as (delete from auth.login where token = $1 and user_id = $2 returning id)
         update auth.login l set replaces = ended.id from ended where l.token = $3 and l.user_id = $2`,
        [hashLoginToken(before), userId, hashLoginToken(now)],
      )
    },
  }
}

/** Returns SQL that uses up the token with hash $1 at time $2, if the token has this purpose, is unused and has not expired. */
const use = (purpose: string, usedBy: string) =>
  `update auth.secret set used_at = $2, used_by = ${usedBy} where hash = $1 and purpose = '${purpose}' and used_at is null and expires_at > $2`

const nameOf = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim()
const valuesOf = (person: NewAuthUser) => [
  person.email,
  person.firstName,
  person.lastName,
  nameOf(person),
  person.language,
  person.zone,
]
