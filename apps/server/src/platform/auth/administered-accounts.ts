import type { AccountId } from '@attune/contract/common/ids'
import type { Clock } from '../clock.ts'
import type { NewAuthUser } from './auth-users.ts'
import type { AuthQuery } from './pool.ts'

type AccountActivity = { lastSeenAt: Date | null; userAgents: string[] }

/** The rows in the schema `auth` that an admin's commands read and change. */
export type AdministeredAccounts = {
  /** Returns, for each of the given people, the time of the last use and the user agents of their latest 20 valid logins, latest first. */
  activityOf(userIds: AccountId[]): Promise<Map<string, AccountActivity>>
  /**
   * Adds an account without a password, for a person whom an admin invites. Replaces an account with this address that was never confirmed and has no
   * profile, because a stranger may know its password. Returns false if the address or the id has an account.
   */
  createWithoutPassword(id: AccountId, person: Omit<NewAuthUser, 'passwordHash'>): Promise<boolean>
  /** Deletes the logins of an account that are no longer valid because an admin has ended them, together with their push subscriptions. */
  deleteOver(userId: AccountId): Promise<void>
}

export function openAdministeredAccounts(query: AuthQuery, clock: Clock): AdministeredAccounts {
  return {
    async activityOf(userIds) {
      const rows = await query<{ id: AccountId; last_seen_at: Date | null; agents: string[] }>(
        `select u.id, u.last_seen_at, array(select coalesce(l.user_agent, '') from auth.login l
           where l.user_id = u.id and l.expires_at > $2 and not def.login_is_over(u.id, l.created_at) order by l.last_seen_at desc, l.id limit 20) as agents
         from auth."user" u where u.id = any ($1)`,
        [userIds, clock.now()],
      )
      return new Map(rows.map((row) => [row.id, { lastSeenAt: row.last_seen_at, userAgents: row.agents }]))
    },
    async createWithoutPassword(id, person) {
      const { email, firstName, lastName, language, zone } = person
      await query(
        'delete from auth."user" u where u.email = $1 and not u.email_verified and def.role_of(u.id) is null',
        [email],
      )
      const rows = await query(
        `insert into auth."user" (id, email, first_name, last_name, name, language, zone) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing returning 1 as made`,
        [id, email, firstName, lastName, `${firstName} ${lastName}`.trim(), language, zone],
      )
      return rows.length === 1
    },
    async deleteOver(userId) {
      await query('delete from auth.login where user_id = $1 and def.login_is_over(user_id, created_at)', [userId])
    },
  }
}
