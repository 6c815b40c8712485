import type { LoginView } from '@attune/contract/features/login.schemas'
import type { Me } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from './api.ts'
import { setSignedInHere, requireLogin } from './reauthentication.ts'
import { queryClient } from './query-client.ts'
import { realtimeClient } from './realtime-client.ts'
import { emitAuthEvent } from './backend/auth-events.ts'

export type { LoginView, Me }

/**
 * Reads the login from the server. If the login has ended, asks the person to sign in again and returns the cached
 * login meanwhile, so that the page keeps its content.
 */
async function readLoginOrKeepCached(): Promise<{ login: LoginView | null }> {
  const { login } = await api.login.session({})
  const before = queryClient.getQueryData(loginKey())?.login ?? null
  if (login || !before) return { login }
  void requireLogin('sign-in')
  return { login: before }
}

const loginKey = () => orpc.login.session.queryOptions({ input: {} }).queryKey
const loginOptions = () =>
  orpc.login.session.queryOptions({ input: {}, queryFn: readLoginOrKeepCached, staleTime: 60_000 })
const meOptions = () => orpc.account.me.queryOptions({ input: {} })

/** Caches a login that the server has returned, and marks this page as signed in. */
export function cacheLogin(login: LoginView) {
  setSignedInHere(true)
  queryClient.setQueryData(loginKey(), { login })
}

/** Asks the server who is signed in. Returns null for a visitor. */
export async function fetchLogin(): Promise<LoginView | null> {
  const { login } = await api.login.session({})
  if (login) cacheLogin(login)
  return login
}

/** Returns the login from the cache. If the cache contains no login, asks the server. */
export async function cachedLogin(): Promise<LoginView | null> {
  const { login } = await queryClient.ensureQueryData(loginOptions())
  if (login) setSignedInHere(true)
  return login
}

export const cachedMe = (): Promise<Me> => queryClient.ensureQueryData(meOptions())

/** Reads the person's profile again from the server. Called after the profile has changed. */
export const fetchMe = (): Promise<Me> => queryClient.fetchQuery({ ...meOptions(), staleTime: 0 })

/** Caches a profile that the server has returned, and reports the auth event USER_UPDATED. */
export function applyMe(me: Me) {
  queryClient.setQueryData(meOptions().queryKey, me)
  emitAuthEvent('USER_UPDATED', queryClient.getQueryData(loginKey())?.login ?? null)
}

/**
 * Applies the login that a sign-in procedure has returned. If another account was signed in before, clears the cache.
 */
export function acceptLogin(login: LoginView) {
  const before =
    queryClient.getQueryData(loginKey())?.login?.userId ?? queryClient.getQueryData(meOptions().queryKey)?.id
  if (before && before !== login.userId) queryClient.clear()
  cacheLogin(login)
  emitAuthEvent('SIGNED_IN', login)
}

/** Stops the realtime connection and clears all cached answers. Called when the login has ended. */
export function clearLogin() {
  realtimeClient.stop()
  setSignedInHere(false)
  queryClient.clear()
}

/** The profile of the signed-in person; null until it is loaded. */
export function useMe(): Me | null {
  const login = useLogin()
  return useQuery({ ...meOptions(), enabled: Boolean(login) }).data ?? null
}

/** The login of this browser. Null for a visitor; undefined until the login is loaded. */
export function useLogin(): LoginView | null | undefined {
  return useQuery(loginOptions()).data?.login
}

/** The time zone of the browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
