import pg from 'pg'
import type { RunningApp } from '../../apps/server/src/app.ts'
import { connectionOptions } from '../../apps/server/src/platform/database/pools.ts'

/**
 * Returns an object whose method `renew` makes all logins of the demo practice valid for 30 days from `at` on, and records `at` as the time at which
 * their accounts were last used. Without this, the logins would expire when the demo clock jumps.
 */
export function openLogins(app: RunningApp, databaseUrl: string) {
  const pool = new pg.Pool({ ...connectionOptions(databaseUrl, 'attune_auth_app', app.secrets), max: 1 })
  return {
    async renew(at: Date): Promise<void> {
      const until = new Date(at.getTime() + 30 * 86_400_000)
      await pool.query('update auth.login set created_at = $1, last_seen_at = $1, expires_at = $2', [at, until])
      // Calls of a renewed login do not record that the account was used, because they come right after the renewal.
      await pool.query(
        'update auth."user" u set last_seen_at = $1 where exists (select from auth.login l where l.user_id = u.id)',
        [at],
      )
    },
    close: () => pool.end(),
  }
}
