import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Clock } from '../../clock.ts'
import type { RateLimit } from './guess-limits.ts'
import type { AuthQuery } from '../pool.ts'

/** The result of counting an attempt. */
export type RateLimitResult = {
  allowed: boolean
  /** The seconds until the period ends, at least 1. */
  retryAfterSeconds: number
  /** The attempts within the period, including this one. */
  count: number
}

export type RateLimiter = {
  /**
   * Counts one attempt of the kind `what` by `whom` (a network address, an account, a mailbox) and returns whether the limit allows the
   * attempt. `by` counts several attempts at once.
   */
  hit(what: string, whom: string, limit: RateLimit, by?: number): Promise<RateLimitResult>
  /** Reverts one count, because the attempt was correct. */
  takeBack(what: string, whom: string): Promise<void>
}

/**
 * Opens a limiter that counts in the database, so that the limit is exact even with several processes. The database stores only the HMAC of
 * a key.
 */
export function openRateLimiter(query: AuthQuery, clock: Clock, key: string): RateLimiter {
  const hash = (what: string, whom: string) => createHmac('sha256', key).update(`${what} ${whom}`).digest()
  return {
    async hit(what, whom, limit, by = 1) {
      const now = clock.now()
      const ends = new Date(now.getTime() + limit.seconds * 1000)
      const [row] = await query<{ n: number; ends_at: Date }>(
        `insert into auth.rate_limit (key, n, ends_at) values ($1, $4, $2)
         on conflict (key) do update set
           n = case when rate_limit.ends_at <= $3 then $4 else rate_limit.n + $4 end,
           ends_at = case when rate_limit.ends_at <= $3 then excluded.ends_at else rate_limit.ends_at end
         returning n, ends_at`,
        [hash(what, whom), ends, now, by],
        'rate-limit',
      )
      // A parallel call of a process with a faster clock may have started the period, so the wait is limited to one whole period.
      const left = Math.min((row?.ends_at ?? ends).getTime() - now.getTime(), limit.seconds * 1000)
      return {
        allowed: row !== undefined && row.n <= limit.count,
        retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
        count: row?.n ?? by,
      }
    },
    async takeBack(what, whom) {
      await query('update auth.rate_limit set n = greatest(n - 1, 0) where key = $1', [hash(what, whom)])
    },
  }
}

/**
 * Returns the network under which an IP address is counted: for IPv4 the address itself, for IPv6 its /64, because one household usually
 * has a whole /64.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
