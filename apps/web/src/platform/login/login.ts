import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import type { Me } from '@attune/contract/features/people/account/account'
import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, orpc } from '../api/api.ts'
import { isConnectionError } from '../api/errors.ts'
import { defaultRetry } from '../api/retry.ts'
import { loginRenewed, setSignedInHere, requireLogin } from './reauthentication.ts'
import { queryClient } from '../query/query-client.ts'
import { hasLoginBackup } from '../auth/login-backup-key.ts'
import { pageAccount, setPageAccount } from './page-account.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'
import { emitAuthEvent } from '../backend/auth-events.ts'

export type { LoginView, Me }

const noRetry = { ...defaultRetry, times: 0 }
const storedPerson = () => import('../offline/stored-person.ts')

/**
 * Reads the login for the first time in this page. If this browser had a login and the server cannot be reached at once,
 * returns the login that is stored on this device.
 */
async function readFirstLogin(): Promise<{ login: LoginView | null }> {
  if (hasLoginBackup()) {
    try {
      return await api.login.session({}, { context: { offline: 'fail', retry: noRetry } })
    } catch (error) {
      const login = isConnectionError(error) ? await (await storedPerson()).restoreStoredLogin() : null
      if (login) return { login }
    }
  }
  return api.login.session({}, { context: { offline: 'fail' } })
}

/**
 * Adds the hash of the key to the options of a query. Each row of a long list uses the queries below, and would otherwise compute options and hash.
 */
const withHash = <Options extends { queryKey: QueryKey }>(options: Options) => ({
  ...options,
  queryHash: hashKey(options.queryKey),
})
const loginOptions = withHash(
  orpc.login.session.queryOptions({ input: {}, queryFn: readLoginOrKeepCached, staleTime: 60_000 }),
)
const loginKey = loginOptions.queryKey
const meOptions = withHash(orpc.account.me.queryOptions({ input: {} }))

/** Returns the login from the cache, or null if the cache has none. Sends no request. */
export const loginInCache = (): LoginView | null => queryClient.getQueryData(loginKey)?.login ?? null

/** The number of reads of the login that were started, and the number of the last read that was applied. */
let startedReads = 0
let appliedRead = 0

/**
 * Reads the login from the server. Returns the cached login if a later read was answered first, or if a procedure has returned a login in the
 * meantime, because the response may then be older than a change of the role or of the assurance level. Also returns the cached login if another
 * account is active now, and asks the person to switch back.
 */
async function readLogin(ask = () => api.login.session({})): Promise<LoginView | null> {
  const read = ++startedReads
  const { login } = await ask()
  if (read < appliedRead) return loginInCache()
  appliedRead = read
  const shown = pageAccount()
  if (login && shown && shown !== login.userId) {
    // Another tab has switched to another account of this browser. This page keeps its account and its content.
    void requireLogin('account')
    return loginInCache()
  }
  if (login) setPageAccount(login.userId)
  // A login that ended without a sign-out must neither open the app offline nor show data that was read with it.
  if (!login && hasLoginBackup()) void storedPerson().then((stored) => stored.forgetStoredPerson())
  return login
}

/**
 * Reads the login from the server. If the login has ended, asks the person to sign in again and returns the cached
 * login, so that the page keeps its content.
 */
async function readLoginOrKeepCached(): Promise<{ login: LoginView | null }> {
  const login = await readLogin(loginInCache() ? undefined : readFirstLogin)
  const before = loginInCache()
  if (login || !before) return { login }
  void requireLogin('sign-in')
  return { login: before }
}

/** Caches a login that the server has returned, and marks this page as signed in. Discards answers to earlier reads. */
export function cacheLogin(login: LoginView) {
  const isSamePerson = loginInCache()?.userId === login.userId
  appliedRead = ++startedReads
  writeLogin(login)
  if (isSamePerson && !login.need) loginRenewed()
}

function writeLogin(login: LoginView) {
  setSignedInHere(true)
  setPageAccount(login.userId)
  queryClient.setQueryData(loginKey, { login })
}

/** Reads the login from the server and caches it. Returns null for a visitor. */
export async function fetchLogin(): Promise<LoginView | null> {
  const login = await readLogin()
  if (login) writeLogin(login)
  return login
}

/** Returns the login from the cache. Reads the login from the server if the cache has none. */
export async function cachedLogin(): Promise<LoginView | null> {
  const { login } = await queryClient.ensureQueryData(loginOptions)
  if (login) {
    setSignedInHere(true)
    setPageAccount(login.userId)
  }
  return login
}

export const cachedMe = (): Promise<Me> => queryClient.ensureQueryData({ ...meOptions, queryFn: readFrame })

/**
 * Reads the profile and the data of the page frame with one call instead of up to six, and caches each part as the output of its own procedure. If
 * this fails, reads only the profile; the other parts then load on their own.
 */
async function readFrame(): Promise<Me> {
  try {
    const { me, notifications, counts } = await api.dashboard.frame({}, { context: { retry: noRetry } })
    seed(orpc.notification.list.queryOptions({ input: { unreadOnly: true } }).queryKey, notifications)
    if (counts) {
      seed(orpc.message.unreadCounts.queryOptions({ input: {} }).queryKey, { items: counts.messages })
      seed(orpc.task.counts.queryOptions({ input: {} }).queryKey, counts.tasks)
      if (counts.notes) seed(orpc.note.counts.queryOptions({ input: {} }).queryKey, counts.notes)
      seed(orpc.business.access.queryOptions({ input: {} }).queryKey, counts.payments)
    }
    return me
  } catch {
    return api.account.me({})
  }
}

/** Caches an answer unless the cache has one. */
const seed = <T>(key: readonly unknown[], answer: T) =>
  queryClient.setQueryData<T>(key, (before: T | undefined) => before ?? answer)

/**
 * Returns the login and the profile of the signed-in person. If their roles differ, one of them was read before the
 * role changed, so both are read again, at most twice. The profile is null for a visitor and while the second factor is
 * missing.
 */
export async function cachedPerson(reads = 0): Promise<{ login: LoginView | null; me: Me | null }> {
  const login = reads ? await fetchLogin() : await cachedLogin()
  if (!login || login.need) return { login, me: null }
  const me = reads ? await fetchMe() : await cachedMe()
  return me.role === login.role || reads > 1 ? { login, me } : cachedPerson(reads + 1)
}

/** Reads the person's profile again from the server and caches it. */
export const fetchMe = (): Promise<Me> => queryClient.fetchQuery({ ...meOptions, staleTime: 0 })

/** Caches a profile that the server has returned, and reports the auth event USER_UPDATED. */
export function applyMe(me: Me) {
  queryClient.setQueryData(meOptions.queryKey, me)
  emitAuthEvent('USER_UPDATED', loginInCache())
}

/**
 * Applies the login that a sign-in procedure has returned. If another account was signed in before, clears the cache.
 */
export function acceptLogin(login: LoginView) {
  const before = loginInCache()?.userId ?? queryClient.getQueryData(meOptions.queryKey)?.id
  if (before && before !== login.userId) queryClient.clear()
  cacheLogin(login)
  emitAuthEvent('SIGNED_IN', login)
}

/** Stops the realtime connection and clears all cached answers. Called when the login has ended. */
export function clearLogin() {
  realtimeClient.stop()
  setSignedInHere(false)
  appliedRead = ++startedReads
  queryClient.clear()
}

/**
 * Returns the profile of the signed-in person; null until it is loaded. The role is taken from the login, so that the
 * page shows the same role as its address and its frame.
 */
export function useMe(): Me | null {
  const login = useLogin()
  const me = useQuery({ ...meOptions, enabled: Boolean(login) }).data ?? null
  const role = login?.role
  return useMemo(() => (me && role && me.role !== role ? { ...me, role } : me), [me, role])
}

/** Returns the login of this browser; null for a visitor, and undefined until the login is loaded. */
export function useLogin(): LoginView | null | undefined {
  return useQuery(loginOptions).data?.login
}

/** Whether the signed-in person only acts for others as a guardian, and has no record of their own. */
export const useIsGuardianOnly = (): boolean => useLogin()?.guardian === 'only'

/** Returns the time zone of the browser; 'UTC' if the browser does not report one. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
