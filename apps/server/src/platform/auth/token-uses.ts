import type { AccountId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { AuthUsers, NewAuthUser } from './auth-users.ts'
import { hashToken } from './one-time-tokens.ts'
import type { AuthQuery } from './pool.ts'

/** Operations on accounts that use up a token. Each statement uses up the token only if the rest of it succeeds. */
export const tokenUses = (query: AuthQuery, clock: Clock, byEmail: AuthUsers['byEmail']) => ({
  ...mailLinks(query, clock),
  ...accountCreation(query, clock, byEmail),
})

function mailLinks(query: AuthQuery, clock: Clock): Pick<AuthUsers, 'confirmEmail' | 'resetPassword'> {
  return {
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
  }
}

type Creation = Pick<AuthUsers, 'createInvited' | 'createFirst' | 'restoreSetupToken'>

function accountCreation(query: AuthQuery, clock: Clock, byEmail: AuthUsers['byEmail']): Creation {
  return {
    async createInvited(token, person) {
      try {
        const rows = await query(
          `with s as (${use(token.purpose, '$3::uuid')} and not exists (select from auth."user" u where u.email = $5) returning subject),
                a as (insert into auth.account (user_id, account_id, provider_id, password)
                      select $3::uuid, $3::text, 'credential', $4 from s)
           insert into auth."user" (id, email, email_verified, first_name, last_name, name, language, zone)
           select $3::uuid, $5, true, $6, $7, $8, $9, $10 from s returning 1 as made`,
          [hashToken(token.value), clock.now(), person.id, person.passwordHash, ...valuesOf(person)],
        )
        if (rows.length === 1) return 'created'
      } catch (error) {
        // 23505 (unique violation): a concurrent invitation created an account with the same email address. The query after this block then
        // returns 'taken'.
        if ((error as { code?: string }).code !== '23505') throw error
      }
      return (await byEmail(person.email)) ? 'taken' : null
    },
    createFirst: (token, people) => createFirstAccounts(query, clock, token, people),
    async restoreSetupToken(token) {
      await query(
        `update auth.secret set used_at = null, used_by = null
         where hash = $1 and purpose = 'setup' and def.role_of(used_by) is null`,
        [hashToken(token)],
      )
    },
  }
}

async function createFirstAccounts(
  query: AuthQuery,
  clock: Clock,
  token: string,
  people: NewAuthUser[],
): Promise<string[] | null> {
  const rows = await query<{ id: AccountId; email: string }>(
    `with s as (select hash from auth.secret where hash = $1 and ${isUsable('setup')} for update),
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
                on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = $2),
          t as (update auth.secret t set used_at = $2, used_by = u.id from s, u where t.hash = s.hash and u.email = $4)
     select id, email from u`,
    [
      hashToken(token),
      clock.now(),
      JSON.stringify(people.map((person) => ({ ...person, id: randomUUID(), name: nameOf(person) }))),
      people[0]?.email,
    ],
  )
  if (rows.length === 0) return null
  return people.map((person) => rows.find((row) => row.email === person.email)?.id ?? '')
}

/** Returns SQL that uses up the token with hash $1 at time $2, if it is usable. */
const use = (purpose: string, usedBy: string) =>
  `update auth.secret set used_at = $2, used_by = ${usedBy} where hash = $1 and ${isUsable(purpose)}`

/** Returns an SQL condition: at time $2, the token has this purpose, is unused and has not expired. */
const isUsable = (purpose: string) => `purpose = '${purpose}' and used_at is null and expires_at > $2`

const nameOf = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim()
const valuesOf = (person: NewAuthUser) => [
  person.email,
  person.firstName,
  person.lastName,
  nameOf(person),
  person.language,
  person.zone,
]
