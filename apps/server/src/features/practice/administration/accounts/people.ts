import type { AccountListItem, Feedback } from '@attune/contract/features/practice/administration/administration'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

export type AccountsQuery = { search: string; role?: string; after?: string; limit: number }

type Account = Omit<AccountListItem, 'secondFactor' | 'resetAt' | 'lastSeenAt' | 'devices'>

/**
 * Returns one page of the accounts for an admin, sorted by name. `after` is the id of the last account on the
 * previous page.
 */
export async function readAccountPage(
  tx: Tx,
  wanted: AccountsQuery,
): Promise<{ items: Account[]; next: string | null }> {
  const pattern = `%${wanted.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const name = sql`lower(p.last_name || ' ' || p.first_name)`
  const { rows } = await sql<Account>`
    select p.account_id as id, trim(p.first_name || ' ' || p.last_name) as name, p.email, p.avatar_url as "avatarUrl", p.role,
      p.onboarded_at is not null as onboarded, p.created_at as since, p.disabled_at as "disabledAt"
    from app.profile p
    where (${wanted.role ?? null}::text is null or p.role = ${wanted.role ?? null})
      and (${wanted.search} = '' or lower(p.first_name || ' ' || p.last_name) like ${pattern} or p.email like ${pattern})
      and (${wanted.after ?? null}::uuid is null or (${name}, p.account_id) >
        (select lower(l.last_name || ' ' || l.first_name), l.account_id from app.profile l where l.account_id = ${wanted.after ?? null}::uuid))
    order by ${name}, p.account_id limit ${wanted.limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, wanted.limit)
  return { items, next: rows.length > wanted.limit ? (items.at(-1)?.id ?? null) : null }
}

/** Returns one page of the open or done feedback about the product, latest first. Contains no client's name. */
export async function readFeedbackPage(
  tx: Tx,
  { which, after, limit }: { which: 'open' | 'done'; after?: string; limit: number },
): Promise<{ items: Feedback[]; next: string | null }> {
  const { rows } = await sql<Feedback>`
    select f.id, f.created_at as at, case when p.role <> 'client' then trim(p.first_name || ' ' || p.last_name) end as name,
      case when p.role <> 'client' then p.email end as email, p.role, f.page, f.text, f.done_at as "doneAt"
    from app.feedback f join app.profile p on p.account_id = f.account_id
    where (f.done_at is not null) = ${which === 'done'} and (${after ?? null}::uuid is null
      or (f.created_at, f.id) < (select l.created_at, l.id from app.feedback l where l.id = ${after ?? null}::uuid))
    order by f.created_at desc, f.id desc limit ${limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
