import { useEffect } from 'react'
import { useLogin } from '../login/login.ts'
import { pushAccountKey } from './push-flag.ts'
import { browserStorage } from '../safe-storage.ts'

/** The delay before the renewal, so that the page itself loads first. */
const delayMilliseconds = 2_000

/** Renews the push subscription of this browser when the app opens and when its login changes. */
export function usePushRenewal() {
  const login = useLogin()
  const [loginId, account] = [login?.loginId, login?.userId]
  const isComplete = login !== null && login !== undefined && !login.need
  useEffect(() => {
    if (!isComplete || !loginId || !account || !browserStorage.get(pushAccountKey)) return
    const renew = () => void import('./push-browser.ts').then(({ renewPush }) => renewPush(account)).catch(() => {})
    const timer = setTimeout(renew, delayMilliseconds)
    return () => clearTimeout(timer)
  }, [isComplete, loginId, account])
}

/**
 * Closes the push notifications in this browser whose type has no unread notification left. Does nothing while `unread`
 * is null. `at` is the time at which the unread notifications were loaded.
 */
export function useClosePushes(unread: readonly string[] | null, at: number) {
  const types = unread?.join(' ') ?? null
  useEffect(() => {
    if (types === null || !browserStorage.get(pushAccountKey)) return
    import('./push-browser.ts')
      .then(({ closeShownPushes }) => closeShownPushes(new Set(types.split(' '))))
      .catch(() => {})
  }, [types, at])
}
