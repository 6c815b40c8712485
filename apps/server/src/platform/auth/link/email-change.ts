import type { AccountId } from '@attune/contract/common/ids'
import type { Clock } from '../../clock.ts'
import type { AuthPool, AuthQuery } from '../pool.ts'
import { hashToken } from '../one-time-tokens.ts'

/** The mailbox to which a link of a change was sent. */
export type EmailChangeSide = 'new' | 'old'

/** Changes of an email address. A change takes effect when the old and the new mailbox have confirmed it. */
export type EmailChanges = {
  /** Starts a change and voids a previous change of the same person. Does nothing if the generation is not higher than that of the previous one. */
  begin(userId: AccountId, email: string, generation: number): Promise<void>
  /** Returns the new address that the links of this generation confirm; null if the links are void. */
  pendingEmail(userId: AccountId, generation: number): Promise<string | null>
  /**
   * Uses up the link of one mailbox. When both mailboxes have confirmed, changes the address and returns the account and its new address in
   * `changed`; until then `changed` is null. Returns null for an invalid link. `audit` runs before the change of the address is committed;
   * if it fails, the address is not changed.
   */
  confirm(
    side: EmailChangeSide,
    token: string,
    audit: (userId: AccountId) => Promise<void>,
  ): Promise<{ changed: { userId: AccountId; email: string } | null } | null>
  /** Cancels the change with the link that was sent to the old address. Returns false for an invalid link. */
  cancel(token: string): Promise<boolean>
}

const day = 24 * 60 * 60 * 1000

export function openEmailChanges({ query, transaction: together }: AuthPool, clock: Clock): EmailChanges {
  return {
    async begin(userId, email, generation) {
      await query(
        `insert into auth.email_change (user_id, email, generation, expires_at) values ($1, $2, $3, $4)
         on conflict (user_id) do update set email = excluded.email, generation = excluded.generation,
           expires_at = excluded.expires_at, new_proved_at = null, old_proved_at = null
         where email_change.generation < excluded.generation`,
        [userId, email, generation, new Date(clock.now().getTime() + day)],
      )
    },
    async pendingEmail(userId, generation) {
      const [row] = await query<{ email: string }>(
        'select email from auth.email_change where user_id = $1 and generation = $2 and expires_at > $3',
        [userId, generation, clock.now()],
      )
      return row?.email ?? null
    },
    async confirm(side, token, audit) {
      try {
        return await together((ask) => confirmSide(ask, { side, token, audit, now: clock.now() }))
      } catch (error) {
        // 23505 (unique violation): another account has taken the address in the meantime. The transaction was rolled back.
        if ((error as { code?: string }).code === '23505') return null
        throw error
      }
    },
    async cancel(token) {
      const rows = await query(
        `with s as (delete from auth.secret where hash = $1 and purpose = 'email-old' and expires_at > $2 returning user_id),
              n as (delete from auth.secret n using s where n.user_id = s.user_id and n.purpose = 'email-new')
         delete from auth.email_change c using s where c.user_id = s.user_id returning 1 as stopped`,
        [hashToken(token), clock.now()],
      )
      return rows.length === 1
    },
  }
}

type Confirmation = {
  side: EmailChangeSide
  token: string
  audit: Parameters<EmailChanges['confirm']>[2]
  now: Date
}

async function confirmSide(
  ask: AuthQuery,
  { side, token, audit, now }: Confirmation,
): ReturnType<EmailChanges['confirm']> {
  const [usedToken] = await ask<{ user_id: AccountId; generation: number }>(
    `update auth.secret set used_at = $3 where hash = $1 and purpose = $2 and used_at is null and expires_at > $3
     returning user_id, generation`,
    [hashToken(token), `email-${side}`, now],
  )
  if (!usedToken) return null
  const [change] = await ask<{ email: string; both: boolean }>(
    `update auth.email_change set ${side}_proved_at = $3 where user_id = $1 and generation = $2 and expires_at > $3
     returning email, new_proved_at is not null and old_proved_at is not null as both`,
    [usedToken.user_id, usedToken.generation, now],
  )
  if (!change) return null
  if (!change.both) return { changed: null }
  await ask('update auth."user" set email = $2, email_verified = true, updated_at = $3 where id = $1', [
    usedToken.user_id,
    change.email,
    now,
  ])
  await ask('delete from auth.email_change where user_id = $1', [usedToken.user_id])
  // Deletes the links that were issued to this person before the change. Most of them were sent to the old
  // mailbox and must stop working.
  await ask(
    `delete from auth.secret where user_id = $1 and purpose in ('confirm', 'reset', 'email-new', 'email-old')`,
    [usedToken.user_id],
  )
  await audit(usedToken.user_id)
  return { changed: { userId: usedToken.user_id, email: change.email } }
}
