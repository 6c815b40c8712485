import type { AccountId } from '@attune/contract/common/ids'
import type { Clock } from '../../clock.ts'
import type { AuthPool, AuthQuery } from '../pool.ts'
import { hashToken } from '../one-time-tokens.ts'

const day = 24 * 60 * 60 * 1000

/** A pending reset of a second factor. */
export type FactorReset = {
  userId: AccountId
  /** The generation of the link with which the owner can stop the reset. */
  generation: number
  takesEffectAt: Date
  /** Whether this call started the reset. False if the reset was already pending. */
  isNew: boolean
}

/**
 * Resets of a lost second factor. An admin starts a reset, the owner is informed, and the reset takes effect a day later unless the owner
 * stops it.
 */
export type FactorResets = {
  /** Starts a reset, or returns the pending reset. Returns null if there is no such account or the account has no second factor. */
  start(by: { userId: AccountId; adminId: AccountId; command: string }): Promise<FactorReset | null>
  /** Returns the time at which the reset of this generation takes effect; null if the reset was applied or stopped. */
  takesEffectAt(userId: AccountId, generation: number): Promise<Date | null>
  /** Returns the ids of the given people who have a pending reset, each with the time at which the reset takes effect. */
  pendingOf(userIds: AccountId[]): Promise<Map<string, Date>>
  /** Stops a reset with the token from the email to the owner. Returns false if the token is invalid or the reset was applied. */
  stop(token: string): Promise<boolean>
  /** Applies the resets that are due: removes factors, known devices and logins, but keeps passwords. Returns the ids of the affected accounts. */
  applyDue(): Promise<string[]>
  /**
   * Removes the factors, known devices and logins at once, without the wait of one day. The command line tool for operators of the server calls this.
   * Returns false if there is no factor.
   */
  resetNow(userId: AccountId): Promise<boolean>
}

export function openFactorResets({ query, transaction: together }: AuthPool, clock: Clock): FactorResets {
  return {
    start: (by) => startReset(query, by, clock.now()),
    async takesEffectAt(userId, generation) {
      const [row] = await query<{ takes_effect_at: Date }>(
        'select takes_effect_at from auth.factor_reset where user_id = $1 and generation = $2',
        [userId, generation],
      )
      return row?.takes_effect_at ?? null
    },
    async pendingOf(userIds) {
      const rows = await query<{ user_id: AccountId; takes_effect_at: Date }>(
        'select user_id, takes_effect_at from auth.factor_reset where user_id = any ($1)',
        [userIds],
      )
      return new Map(rows.map((row) => [row.user_id, row.takes_effect_at]))
    },
    async stop(token) {
      const rows = await query(
        `with s as (delete from auth.secret where hash = $1 and purpose = 'stop-factor-reset' and expires_at > $2 returning user_id, generation)
         delete from auth.factor_reset r using s where r.user_id = s.user_id and r.generation = s.generation returning 1 as stopped`,
        [hashToken(token), clock.now()],
      )
      return rows.length === 1
    },
    async applyDue() {
      const due = await query<{ user_id: AccountId }>(
        'select user_id from auth.factor_reset where takes_effect_at <= $1',
        [clock.now()],
      )
      const reset: string[] = []
      for (const { user_id: id } of due) {
        // Deletes the row before the factors. If the owner stops the reset at the same time, only one of the two operations finds the row;
        // the other one changes nothing.
        const done = await together(async (ask) => {
          const rows = await ask(
            'delete from auth.factor_reset where user_id = $1 and takes_effect_at <= $2 returning 1 as due',
            [id, clock.now()],
          )
          return rows.length === 1 && removeFactors(ask, id, clock.now())
        })
        if (done) reset.push(id)
      }
      return reset
    },
    resetNow: (userId) => together((ask) => removeFactors(ask, userId, clock.now())),
  }
}

async function startReset(
  query: AuthQuery,
  { userId, adminId, command }: Parameters<FactorResets['start']>[0],
  now: Date,
): Promise<FactorReset | null> {
  const [made] = await query<{ generation: number; takes_effect_at: Date }>(
    `with u as (update auth."user" u set link_generation = link_generation + 1 where u.id = $1
         and (exists (select from auth.two_factor f where f.user_id = u.id and f.verified)
           or exists (select from auth.passkey k where k.user_id = u.id))
         and not exists (select from auth.factor_reset r where r.user_id = u.id) returning link_generation)
     insert into auth.factor_reset (user_id, generation, started_by, command, takes_effect_at)
     select $1, link_generation, $2, $3, $4 from u on conflict (user_id) do nothing returning generation, takes_effect_at`,
    [userId, adminId, command, new Date(now.getTime() + day)],
  )
  if (made) return { userId, generation: made.generation, takesEffectAt: made.takes_effect_at, isNew: true }
  const [known] = await query<{ generation: number; takes_effect_at: Date }>(
    'select generation, takes_effect_at from auth.factor_reset where user_id = $1',
    [userId],
  )
  return known ? { userId, generation: known.generation, takesEffectAt: known.takes_effect_at, isNew: false } : null
}

/** Removes factors, logins, known devices and a pending reset, but keeps the password. Returns whether there was a factor. */
async function removeFactors(ask: AuthQuery, userId: AccountId, now: Date): Promise<boolean> {
  const apps = await ask('delete from auth.two_factor where user_id = $1 returning 1 as gone', [userId])
  const keys = await ask('delete from auth.passkey where user_id = $1 returning 1 as gone', [userId])
  for (const table of ['login', 'known_device', 'factor_reset']) {
    await ask(`delete from auth.${table} where user_id = $1`, [userId])
  }
  await ask('update auth."user" set two_factor_enabled = false, updated_at = $2 where id = $1', [userId, now])
  return apps.length + keys.length > 0
}
