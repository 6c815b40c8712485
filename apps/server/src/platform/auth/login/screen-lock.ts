import type { LoginId } from '@attune/contract/common/ids'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, type RequestHeaders } from './cookies.ts'
import type { Login } from './login.ts'
import type { AuthQuery } from '../pool.ts'
import { hashLoginToken } from './tokens.ts'

export type ScreenLock = {
  /** The time at which a page locked the screen; null if none did. */
  lockedAt: Date | null
  /** `signing`: a guardian signs a form on this device. Then only a password or a passkey unlocks. Null for the lock of an unused page. */
  lockedFor: 'signing' | null
  /** The time at which a page last reported that the person used it. */
  activeAt: Date
  /** The key with which a page proves that it was open before. Locking and unlocking the screen replace it. */
  pageKey: string
}
/** Returns the minutes without use after which the screen of a role is locked. */
export type IdleMinutes = (role: NonNullable<Login['role']>) => number

/**
 * The header with which a page reports its use: `<key> <seconds since the last input>`. The key proves that the page was open before. The server
 * sends it in a header of the same name, and it exists only in the memory of the page, so a newly loaded page has none.
 */
export const pageHeaderName = 'x-attune-page'

/** The minimum time in milliseconds between two stored times of use. */
const storedEvery = 60_000
/** The maximum difference between the clocks of two servers of a practice, in milliseconds. */
const clockTolerance = 5 * 60_000

/**
 * Returns the report of a page, with the seconds since the last use in `idleSeconds`, which is null if the page reports none. Returns null instead of
 * a report if the page does not have the key of this login.
 */
function readPage(headers: RequestHeaders, { pageKey }: ScreenLock): { idleSeconds: number | null } | null {
  const [, key = '', seconds] = /^([\da-f-]{36})(?: (\d{1,7}))?$/.exec(headers.get(pageHeaderName) ?? '') ?? []
  if (key.length !== pageKey.length || !timingSafeEqual(Buffer.from(key), Buffer.from(pageKey))) return null
  return { idleSeconds: seconds === undefined ? null : Number(seconds) }
}

/**
 * Whether the screen is locked for this request. It is locked if a page has locked it, or if a newly loaded page sends the request and no page has
 * reported a use within the idle time. A page that was already open is not locked, because it may have been used offline. A request with a bearer
 * token comes from an app, which locks itself.
 */
export function isLockedFor(
  { role, lock }: Pick<Login, 'role' | 'lock'>,
  { headers, idleMinutes, now }: { headers: RequestHeaders; idleMinutes: IdleMinutes; now: Date },
): boolean {
  if (lock.lockedAt !== null) return true
  if (readCookie(headers, 'login') === null || readPage(headers, lock)) return false
  const idle = now.getTime() - lock.activeAt.getTime()
  // If the last use is in the future, the clock was set back and the time since the use is unknown.
  return idle >= idleMinutes(role ?? 'client') * 60_000 || idle < -clockTolerance
}

/**
 * Returns the time of the use that a page reports, if it is at least `storedEvery` later than the stored time; otherwise null. Reports for a locked
 * login are ignored.
 */
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

/** Returns the key of an unlocked login if the page does not have it yet; otherwise null. */
export const missingPageKey = ({ lock, isLocked }: Pick<Login, 'lock' | 'isLocked'>, headers: RequestHeaders) =>
  isLocked || readPage(headers, lock) ? null : lock.pageKey

/** A device secret is valid for seven days or until five wrong secrets were sent. The app applies the same limits. */
const [secretMilliseconds, maxSecretFailures] = [7 * 24 * 60 * 60_000, 5]

export type ScreenLocks = {
  /** Locks the screen and voids the key of the pages that are open. Does nothing if the screen is already locked. */
  lock(loginId: LoginId): Promise<void>
  /**
   * Locks the screen of these logins for a guardian who signs a form on the device, whether or not it is locked already. Voids the key of the pages
   * that are open. Returns the logins that have not ended.
   */
  holdForSigning(loginIds: readonly LoginId[]): Promise<LoginId[]>
  /** Unlocks the screen of a person who has just proved their identity. Returns the new key for the pages; null if the login has ended. */
  unlock(loginId: LoginId): Promise<string | null>
  /** Creates a new device secret in place of an earlier one, stores its hash and returns the secret. */
  newSecret(loginId: LoginId): Promise<string>
  /** Whether `secret` is the current device secret. Five wrong attempts delete the stored secret. After seven days it is no longer accepted. */
  verifySecret(loginId: LoginId, secret: string): Promise<boolean>
  /** Stores that a page of the login was used at this time. */
  reportUse(loginId: LoginId, at: Date): Promise<void>
}

/** Opens the store of screen locks. `now` returns the current time of the server. */
export const openScreenLocks = (query: AuthQuery, now: () => Date): ScreenLocks => ({
  async lock(loginId) {
    await query(
      `update auth.login set locked_at = $2, page_key = gen_random_uuid() where id = $1 and locked_at is null`,
      [loginId, now()],
      'login-lock',
    )
  },
  holdForSigning: (loginIds) => holdForSigning(query, loginIds, now()),
  async unlock(loginId) {
    const [row] = await query<{ page_key: string }>(
      `update auth.login set locked_at = null, locked_for = null, active_at = $2, page_key = gen_random_uuid() where id = $1 returning page_key`,
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
    // One statement checks and counts, so parallel attempts cannot exceed the limit.
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

async function holdForSigning(query: AuthQuery, loginIds: readonly LoginId[], now: Date): Promise<LoginId[]> {
  const rows = await query<{ id: LoginId }>(
    `update auth.login set locked_at = coalesce(locked_at, $2), locked_for = 'signing', page_key = gen_random_uuid()
     where id = any($1::uuid[]) returning id`,
    [loginIds, now],
    'logins-hold',
  )
  return rows.map(({ id }) => id)
}
