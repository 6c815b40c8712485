import type { AccountId } from '@attune/contract/common/ids'
import type { AccountToCheck } from '@attune/contract/features/practice/administration/administration.dashboard'
import type { AccountConcern } from '@attune/contract/features/practice/administration/administration.health.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor } from '../../../../platform/database/actor.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
/** The link of an invitation is valid for seven days. */
const invitationDays = 7
const unusedDays = 90

/** The security facts about an account of an admin or a therapist. */
export type AccountFacts = {
  createdAt: Date
  /** Null if no one has ever signed in to the account. */
  lastSeenAt: Date | null
  hasSecondFactor: boolean
  /** The time at which a pending reset of the second factor takes effect; null if none is pending. */
  resetAt: Date | null
}

/** Returns the most urgent reason why an admin should check an account, and the time since which it applies; null if there is none. */
export function concernAbout(facts: AccountFacts, now: Date): { concern: AccountConcern; since: Date } | null {
  const { createdAt, lastSeenAt } = facts
  const isOlder = (at: Date, days: number) => now.getTime() - at.getTime() > days * dayMilliseconds
  if (facts.resetAt) return { concern: 'reset-pending', since: new Date(facts.resetAt.getTime() - dayMilliseconds) }
  if (lastSeenAt === null)
    return isOlder(createdAt, invitationDays) ? { concern: 'never-signed-in', since: createdAt } : null
  if (isOlder(lastSeenAt, unusedDays)) return { concern: 'long-unused', since: lastSeenAt }
  return facts.hasSecondFactor ? null : { concern: 'no-second-factor', since: createdAt }
}

type Staff = { id: AccountId; name: string; role: AccountToCheck['role']; createdAt: Date }

/** Returns the enabled accounts of admins and therapists that an admin should check, sorted by name. */
export async function accountsToCheck(
  { db, auth, clock }: Pick<AppContext, 'db' | 'auth' | 'clock'>,
  actor: Actor,
): Promise<AccountToCheck[]> {
  const staff = await db.asActor(actor, async (tx) => {
    const { rows } = await sql<Staff>`
      select p.account_id as id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) as name, p.role,
        p.created_at as "createdAt"
      from app.profile p where p.role <> 'client' and p.disabled_at is null and p.email <> '' order by 2, 1`.execute(
      tx.kysely,
    )
    return rows
  })
  const ids = staff.map(({ id }) => id)
  const [strong, resets, activity] = await Promise.all([
    auth.users.withSecondFactor(ids),
    auth.factorResets.pendingOf(ids),
    auth.administeredAccounts.activityOf(ids),
  ])
  return staff.flatMap(({ id, name, role, createdAt }) => {
    const found = concernAbout(
      {
        createdAt: new Date(createdAt),
        lastSeenAt: activity.get(id)?.lastSeenAt ?? null,
        hasSecondFactor: strong.has(id),
        resetAt: resets.get(id) ?? null,
      },
      clock.now(),
    )
    return found ? [{ id, name, role, concern: found.concern, since: found.since.toISOString() }] : []
  })
}
