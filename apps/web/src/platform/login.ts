import type { LoginView } from '@attune/contract/features/login.shapes'
import type { Me } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { api, query } from './api.ts'
import { expectSomeone, pass } from './gates.ts'
import { queryClient } from './query-client.ts'
import { socket } from './realtime.ts'
import { emit } from './backend/auth-events.ts'

export type { LoginView, Me }

/**
 * Reads the login. A login that has ended does not empty the page: the cached one stays while the person is asked to
 * sign in again.
 */
async function readLoginOrKeepCached(): Promise<{ login: LoginView | null }> {
  const { login } = await api.login.session({})
  const before = queryClient.getQueryData(loginKey())?.login ?? null
  if (login || !before) return { login }
  void pass('sign-in')
  return { login: before }
}

const loginKey = () => query.login.session.queryOptions({ input: {} }).queryKey
const loginOptions = () =>
  query.login.session.queryOptions({ input: {}, queryFn: readLoginOrKeepCached, staleTime: 60_000 })
const meOptions = () => query.account.me.queryOptions({ input: {} })

/** Caches a login that the server has returned. */
export function keepLogin(login: LoginView) {
  expectSomeone(true)
  queryClient.setQueryData(loginKey(), { login })
}

/** Asks the server who is signed in; null for a visitor. */
export async function readLogin(): Promise<LoginView | null> {
  const { login } = await api.login.session({})
  if (login) keepLogin(login)
  return login
}

/** The login from the cache, or from the server if it was not read recently. */
export async function knownLogin(): Promise<LoginView | null> {
  const { login } = await queryClient.ensureQueryData(loginOptions())
  if (login) expectSomeone(true)
  return login
}

export const knownMe = (): Promise<Me> => queryClient.ensureQueryData(meOptions())

/** Reads the person's profile again, after it has changed. */
export const readMe = (): Promise<Me> => queryClient.fetchQuery({ ...meOptions(), staleTime: 0 })

/** Caches a profile that the server has returned. */
export function rememberMe(me: Me) {
  queryClient.setQueryData(meOptions().queryKey, me)
  emit('USER_UPDATED', queryClient.getQueryData(loginKey())?.login ?? null)
}

/** Takes over the login that a sign-in procedure has returned. The cache of another account is cleared. */
export function rememberLogin(login: LoginView) {
  const before =
    queryClient.getQueryData(loginKey())?.login?.userId ?? queryClient.getQueryData(meOptions().queryKey)?.id
  if (before && before !== login.userId) queryClient.clear()
  keepLogin(login)
  emit('SIGNED_IN', login)
}

/** Clears everything that belongs to a login. */
export function forgetLogin() {
  socket.stop()
  expectSomeone(false)
  queryClient.clear()
}

/** The profile of the signed-in person; null until it is loaded. */
export function useMe(): Me | null {
  const login = useLogin()
  return useQuery({ ...meOptions(), enabled: Boolean(login) }).data ?? null
}

/** The login of this browser; undefined until it is loaded. */
export function useLogin(): LoginView | null | undefined {
  return useQuery(loginOptions()).data?.login
}

/** The time zone of the browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
