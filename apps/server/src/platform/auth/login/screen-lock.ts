import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, type RequestHeaders } from './cookies.ts'
import type { Login } from './login.ts'
import type { AuthQuery } from '../pool.ts'
import { hashLoginToken } from './tokens.ts'

/** The screen lock of a login. `activeAt` is when a page last reported that the person used it. */
export type ScreenLock = { lockedAt: Date | null; activeAt: Date; pageKey: string }
/** Returns the minutes without use after which the screen of a role is locked. */
export type IdleMinutes = (role: NonNullable<Login['role']>) => number

/**
 * The header with which a page proves that it was open before, and reports its use: `<key> <seconds since the last input>`. A new document
 * has no key, because the key is only in the memory of its page. The server sends the key in a header of the same name.
 */
export const pageHeaderName = 'x-attune-page'

/** A use is stored if it is at least this much later than the stored one, in milliseconds. */
const storedEvery = 60_000
/** How far apart the clocks of two servers may be, in milliseconds. */
const clockTolerance = 60_000

/** Returns the seconds since the last use that a page reports, or null if it reports none; null for a page without the key of this login. */
function readPage(headers: RequestHeaders, { pageKey }: ScreenLock): { idleSeconds: number | null } | null {
  const [, key = '', seconds] = /^([\da-f-]{36})(?: (\d{1,7}))?$/.exec(headers.get(pageHeaderName) ?? '') ?? []
  if (key.length !== pageKey.length || !timingSafeEqual(Buffer.from(key), Buffer.from(pageKey))) return null
  return { idleSeconds: seconds === undefined ? null : Number(seconds) }
}

/**
 * Whether the screen is locked for this request: a page has locked it, or no page reported a use for the idle time and the request comes from a
 * new document. A page that was open before is not locked here, because it may have been used without a connection. A bearer token belongs to an
 * app, which loses it together with its storage, so only the app itself locks it.
 */
export function isLockedFor(
  { role, lock }: Pick<Login, 'role' | 'lock'>,
  { headers, idleMinutes, now }: { headers: RequestHeaders; idleMinutes: IdleMinutes; now: Date },
): boolean {
  if (lock.lockedAt !== null) return true
  if (readCookie(headers, 'login') === null || readPage(headers, lock)) return false
  const idle = now.getTime() - lock.activeAt.getTime()
  // A use in the future says that the clock was set back, so nobody knows how long ago it was.
  return idle >= idleMinutes(role ?? 'client') * 60_000 || idle < -clockTolerance
}

/** Returns the time of the use that a page reports, if it has to be stored; otherwise null. A locked login is not used. */
export function reportedUse(
  { lock, isLocked }: Pick<Login, 'lock' | 'isLocked'>,
  headers: RequestHeaders,
  now: Date,
): Date | null {
  const seconds = isLocked ? null : readPage(headers, lock)?.idleSeconds
  if (seconds === null || seconds === undefined) return null
  const usedAt = now.getTime() - seconds * 1000
  return usedAt - lock.activeAt.getTime() >= storedEvery ? new Date(usedAt) : null
}

/** Returns the key that a page of an unlocked login still needs; null if it has the key. */
export const missingPageKey = ({ lock, isLocked }: Pick<Login, 'lock' | 'isLocked'>, headers: RequestHeaders) =>
  isLocked || readPage(headers, lock) ? null : lock.pageKey

/** A secret of a device works for seven days, and until five wrong ones were sent. The app counts in the same way. */
const [secretMilliseconds, maxSecretFailures] = [7 * 24 * 60 * 60_000, 5]

/** Stores the screen locks of logins. */
export type ScreenLocks = {
  /** Locks the screen. The pages that were open before are no longer known. */
  lock(loginId: string): Promise<void>
  /** Unlocks the screen of a person who has just proved their identity. Returns the new key of its pages; null if the login has ended. */
  unlock(loginId: string): Promise<string | null>
  /** Stores the hash of a new secret of the device, and returns the secret. */
  newSecret(loginId: string): Promise<string>
  /** Whether this is the secret of the device. After five wrong ones, or seven days, it is deleted. */
  verifySecret(loginId: string, secret: string): Promise<boolean>
  reportUse(loginId: string, at: Date): Promise<void>
}

/** Opens the store of screen locks. `now` returns the time of the server. */
export const openScreenLocks = (query: AuthQuery, now: () => Date): ScreenLocks => ({
  async lock(loginId) {
    await query(
      `update auth.login set locked_at = $2, page_key = gen_random_uuid() where id = $1 and locked_at is null`,
      [loginId, now()],
      'login-lock',
    )
  },
  async unlock(loginId) {
    const [row] = await query<{ page_key: string }>(
      `update auth.login set locked_at = null, active_at = $2, page_key = gen_random_uuid() where id = $1 returning page_key`,
      [loginId, now()],
      'login-unlock',
    )
    return row?.page_key ?? null
  },
  async newSecret(loginId) {
    const secret = randomBytes(32).toString('base64url')
    await query(
      'update auth.login set unlock_secret = $2, unlock_secret_at = $3, unlock_secret_failures = 0 where id = $1',
      [loginId, hashLoginToken(secret), now()],
      'login-secret',
    )
    return secret
  },
  async verifySecret(loginId, secret) {
    // One statement counts a wrong secret, so that several at once are not checked more often.
    const [row] = await query<{ fits: boolean }>(
      `update auth.login set
         unlock_secret_failures = case when unlock_secret = $2 then 0 else unlock_secret_failures + 1 end,
         unlock_secret = case when unlock_secret = $2 or unlock_secret_failures + 1 < $4 then unlock_secret end
       where id = $1 and unlock_secret is not null and unlock_secret_at > $3
       returning unlock_secret is not null and unlock_secret = $2 as fits`,
      [loginId, hashLoginToken(secret), new Date(now().getTime() - secretMilliseconds), maxSecretFailures],
      'login-secret-checked',
    )
    return row?.fits ?? false
  },
  async reportUse(loginId, at) {
    await query(
      `update auth.login set active_at = greatest(active_at, $2) where id = $1 and locked_at is null`,
      [loginId, at],
      'login-used',
    )
  },
})
