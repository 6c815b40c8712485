import type { AccountId } from '@attune/contract/common/ids'
import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { AuthQuery } from '../pool.ts'

/** The limit of `count` attempts in a period of `seconds`. The period starts with the first attempt. */
export type RateLimit = { count: number; seconds: number }

/** The limit for guesses of a password or a second factor: ten in 15 minutes. */
export const guessLimit: RateLimit = { count: 10, seconds: 15 * 60 }

/** A guess at a password that has been counted. */
export type CountedGuess = {
  /** Whether the password may be checked. False if the limit is exceeded. */
  allowed: boolean
  /** Resets the counter, because the password was right. */
  clear(): Promise<void>
  /** Reverts the count, because the server was too busy to check the password. */
  takeBack(): Promise<void>
}

export type GuessLimits = {
  /**
   * Counts a guess at the password of an email address before the password is checked. The owner's known devices have a separate counter each.
   * `allowed` is false if the limit is exceeded.
   */
  countPassword(email: string, device: Buffer | null): Promise<CountedGuess>
  /**
   * Counts a guess at the second factor of an account. Returns false if the limit is exceeded. Two accounts with the same authenticator app have one
   * counter, so that they do not allow more guesses at its codes than one account.
   */
  countFactor(userId: AccountId): Promise<boolean>
  /** Resets the counter of `countFactor`, because the second factor was right. */
  clearFactor(userId: AccountId): Promise<void>
  /**
   * Resets the counter of an email address, because the person has just proved that they own the mailbox. Does not reset counters of known
   * devices.
   */
  clearPassword(email: string): Promise<void>
}

/**
 * Counts guesses in the database. One statement adds a guess and returns the count: of fifty parallel guesses, at most ten are checked.
 * Each known device has its own password counter per email address. All unknown devices share one counter per email address.
 */
export function openGuessLimits(query: AuthQuery, clock: Clock, key: string, limit = guessLimit): GuessLimits {
  const hash = (...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', key)
    for (const part of parts) hmac.update(`${part.length}:`).update(part)
    return hmac.digest()
  }
  const clear = async (at: Buffer) => void (await query('delete from auth.guess where key = $1', [at], 'guess-clear'))
  return {
    async countPassword(email, device) {
      const now = clock.now()
      const [row] = await query<{ key: Buffer; n: number }>(
        `with known as (
           select exists (select from auth.known_device d join auth."user" u on u.id = d.user_id where d.device = $1 and u.email = $2) as is)
         insert into auth.guess (key, n, ends_at) select case when known.is then $3::bytea else $4::bytea end, 1, $5 from known
         on conflict (key) do update set
           n = case when guess.ends_at <= $6 then 1 else guess.n + 1 end,
           ends_at = case when guess.ends_at <= $6 then excluded.ends_at else guess.ends_at end
         returning key, n`,
        [device, email, hash('device', device ?? '', email), hash('address', email), endOf(now, limit), now],
        'guess-password',
      )
      if (!row) throw new Error('a guess that was not counted')
      return {
        allowed: row.n <= limit.count,
        clear: () => clear(row.key),
        takeBack: async () =>
          void (await query('update auth.guess set n = greatest(n - 1, 0) where key = $1', [row.key])),
      }
    },
    async countFactor(userId) {
      const now = clock.now()
      const [row] = await query<{ n: number }>(
        `insert into auth.guess (key, n, ends_at) values ($1, 1, $2)
         on conflict (key) do update set
           n = case when guess.ends_at <= $3 then 1 else guess.n + 1 end,
           ends_at = case when guess.ends_at <= $3 then excluded.ends_at else guess.ends_at end
         returning n`,
        [hash('factor', await firstWithSameApp(query, userId)), endOf(now, limit), now],
        'guess-factor',
      )
      return row !== undefined && row.n <= limit.count
    },
    clearFactor: async (userId) => clear(hash('factor', await firstWithSameApp(query, userId))),
    clearPassword: (email) => clear(hash('address', email)),
  }
}

/** Returns the account under which guesses at the second factor are counted: of two accounts with the same authenticator app, always the same one. */
async function firstWithSameApp(query: AuthQuery, userId: AccountId): Promise<AccountId> {
  const [row] = await query<{ first: AccountId | null }>(
    `select min(o.user_id::text) as first from auth.two_factor f join auth.two_factor o on o.secret = f.secret where f.user_id = $1`,
    [userId],
    'guess-same-app',
  )
  return row?.first ?? userId
}

const endOf = (now: Date, limit: RateLimit) => new Date(now.getTime() + limit.seconds * 1000)
