import type { AccountId, LoginId } from '@attune/contract/common/ids'
import type { Clock } from '../clock.ts'
import { hashLoginToken } from './login/tokens.ts'
import type { InvitationPurpose } from './one-time-tokens.ts'
import type { AuthPool, AuthQuery } from './pool.ts'
import { tokenUses } from './token-uses.ts'

/** An account as stored in the schema `auth`. */
export type AuthUser = {
  id: AccountId
  email: string
  /** Whether the person has proved that they own the mailbox. */
  emailVerified: boolean
  firstName: string
  lastName: string
  language: string
  /** Null until the person has chosen a time zone. */
  zone: string | null
}

/** The data of an account to be created. */
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
  byId(userId: AccountId): Promise<AuthUser | null>
  /** Returns the hash of the password; null if the account has no password or does not exist. */
  passwordHashOf(userId: AccountId): Promise<string | null>
  /** Returns the ids of the given people who have a second factor: an authenticator app or a passkey. */
  withSecondFactor(userIds: AccountId[]): Promise<Set<string>>
  /** Whether the account with this email address has a profile. The account's first request creates the profile. */
  hasProfile(email: string): Promise<boolean>
  /**
   * Increments the generation of the links that are emailed to a person, and returns the new generation. A link with a
   * higher generation voids the previous links. Throws if the account does not exist.
   */
  nextGeneration(userId: AccountId): Promise<number>
  /** Like `nextGeneration`, but returns null if the account does not exist. */
  nextGenerationIfKnown(userId: AccountId): Promise<number | null>
  /**
   * Confirms the email address. `newPasswordHash`, if given, replaces the password that was set at sign-up, or sets the first password of an invited
   * person; every login then ends. Returns the address, or null for an invalid link.
   */
  confirmEmail(token: string, newPasswordHash: string | null): Promise<string | null>
  /**
   * Sets a new password, confirms the email address, ends every login and pending sign-in, and forgets all known devices, but keeps the second
   * factor. Returns the email address, or null for an invalid link.
   */
  resetPassword(token: string, passwordHash: string): Promise<string | null>
  /**
   * Creates the account of an invited person with the given id and a confirmed address. Returns 'taken' if an account with this email address exists;
   * the token then stays valid. Returns null if the token is invalid.
   */
  createInvited(
    token: { value: string; purpose: InvitationPurpose },
    person: NewAuthUser & { id: AccountId },
  ): Promise<'created' | 'taken' | null>
  /**
   * Creates the first accounts with the setup token, all or none, and returns their ids. Replaces existing accounts with the same email
   * addresses. Returns null if the token is invalid. The token is then used by the first account, that of the admin.
   */
  createFirst(token: string, people: NewAuthUser[]): Promise<string[] | null>
  /** Makes the setup token valid again, after a later step of the setup has failed, unless the account that used it has a profile. */
  restoreSetupToken(token: string): Promise<void>
  /** Returns the ids of the OpenID Connect providers that are linked to an account. */
  providersOf(userId: AccountId): Promise<string[]>
  /**
   * Removes a linked provider. Returns 'unknown' if the account is not linked to it. Returns 'only-way-in' and removes nothing if the account has no
   * other provider, no password and no passkey.
   */
  unlink(userId: AccountId, provider: string): Promise<'unlinked' | 'unknown' | 'only-way-in'>
  /** Deletes an account with its credentials and logins. */
  delete(userId: AccountId): Promise<void>
  endLogin(loginId: LoginId): Promise<void>
  /** Ends the login of a browser that has the token `before`, and stores that the login with the token `now` replaces it. */
  replaceLogin(userId: AccountId, tokens: { before: string; now: string }): Promise<void>
}

const columns = `id, email, email_verified as "emailVerified", first_name as "firstName", last_name as "lastName", language, zone`

export function openAuthUsers(pool: AuthPool, clock: Clock): AuthUsers {
  const { query } = pool
  const reads = userReads(query)
  return {
    ...reads,
    ...linkGenerations(query),
    ...tokenUses(query, clock, reads.byEmail),
    ...providerLinks(pool),
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

type Reads = Pick<AuthUsers, 'byEmail' | 'byId' | 'passwordHashOf' | 'withSecondFactor' | 'hasProfile'>

function userReads(query: AuthQuery): Reads {
  const one = async (where: string, value: string) =>
    (await query<AuthUser>(`select ${columns} from auth."user" where ${where} = $1`, [value], `person-${where}`))[0] ??
    null

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
      const rows = await query<{ user_id: AccountId }>(
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
  }
}

function linkGenerations(query: AuthQuery): Pick<AuthUsers, 'nextGeneration' | 'nextGenerationIfKnown'> {
  async function nextGenerationIfKnown(userId: AccountId): Promise<number | null> {
    const [row] = await query<{ link_generation: number }>(
      'update auth."user" set link_generation = link_generation + 1 where id = $1 returning link_generation',
      [userId],
    )
    return row?.link_generation ?? null
  }

  return {
    async nextGeneration(userId) {
      const generation = await nextGenerationIfKnown(userId)
      if (generation === null) throw new Error('a link for an account that does not exist')
      return generation
    },
    nextGenerationIfKnown,
  }
}

function providerLinks({ query, transaction: together }: AuthPool): Pick<AuthUsers, 'providersOf' | 'unlink'> {
  return {
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
  }
}
