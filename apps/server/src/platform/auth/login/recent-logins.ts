import type { Clock } from '../../clock.ts'
import type { LoginConfirmation } from '../../database/actor.ts'

type EndingLogin = { role: string | null; expiresAt: Date }
/** A login that may have changed since it was read, with the values by which a transaction confirms that the login is unchanged. */
export type Recalled<Login extends EndingLogin> = { login: Login; confirmation: LoginConfirmation }

/** The logins that recent requests have read, in the memory of this process, by the hash of their token. */
export type RecentLogins<Login extends EndingLogin> = {
  /** Returns the login with this hash. Returns null if there is none, if it has no role or has ended, or if its use must be stored again. */
  find(hash: string): Recalled<Login> | null
  /** `state` is the hash of all facts about the login at the time of the read. `seenAt` is the last stored time of use. */
  keep(recent: { login: Login; hash: string; state: string; seenAt: Date }): void
  forget(hash: string): void
}

/** The time in milliseconds after which a use of a login is stored again. */
export const seenEvery = 5 * 60 * 1000
/** The maximum number of logins in memory. A login takes about 1 kB. */
const maximumKept = 5_000

/**
 * Opens an empty memory. Keeping a login removes the logins at the beginning of the memory whose use must be stored again. If the memory is full, it
 * removes the first login in any case.
 */
export function openRecentLogins<Login extends EndingLogin>(clock: Clock): RecentLogins<Login> {
  const logins = new Map<string, { login: Login; state: string; seenAt: Date }>()
  const isDue = (seenAt: Date) => clock.now().getTime() - seenAt.getTime() >= seenEvery
  return {
    find(hash) {
      const recent = logins.get(hash)
      if (!recent) return null
      const { login, state, seenAt } = recent
      const now = clock.now()
      if (login.role === null || login.expiresAt <= now || isDue(seenAt)) return null
      return { login, confirmation: { hash, state, at: now, isConfirmed: false } }
    },
    keep({ hash, ...recent }) {
      for (const [first, { seenAt }] of logins) {
        if (logins.size < maximumKept && !isDue(seenAt)) break
        logins.delete(first)
      }
      logins.set(hash, recent)
    },
    forget: (hash) => void logins.delete(hash),
  }
}
