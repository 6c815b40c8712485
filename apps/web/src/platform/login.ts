import type { LoginView } from '@attune/contract/features/login.shapes'
import type { Me } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { api, query } from './api.ts'
import { expectSomeone, pass } from './gates.ts'
import { queryClient } from './query-client.ts'
import { socket } from './realtime.ts'
import { emit } from './backend/auth-events.ts'

export type { LoginView, Me }

/** A login that ended does not empty the page: what was written stays, and the person is asked to sign in again. */
async function askedLogin(): Promise<{ login: LoginView | null }> {
  const { login } = await api.login.session({})
  const before = queryClient.getQueryData(loginKey())?.login ?? null
  if (login || !before) return { login }
  void pass('sign-in')
  return { login: before }
}

const loginKey = () => query.login.session.queryOptions({ input: {} }).queryKey
const loginOptions = () => query.login.session.queryOptions({ input: {}, queryFn: askedLogin, staleTime: 60_000 })
const meOptions = () => query.account.me.queryOptions({ input: {} })

/** Keeps a login that the server has named. */
export function keepLogin(login: LoginView) {
  expectSomeone(true)
  queryClient.setQueryData(loginKey(), { login })
}

/** Who is signed in at this browser, as the server says now; null for nobody. */
export async function readLogin(): Promise<LoginView | null> {
  const { login } = await api.login.session({})
  if (login) keepLogin(login)
  return login
}

/** The same, from the cache where it was just read. */
export async function knownLogin(): Promise<LoginView | null> {
  const { login } = await queryClient.ensureQueryData(loginOptions())
  if (login) expectSomeone(true)
  return login
}

export const knownMe = (): Promise<Me> => queryClient.ensureQueryData(meOptions())

/** Reads the person anew, after something about them has changed. */
export const readMe = (): Promise<Me> => queryClient.fetchQuery({ ...meOptions(), staleTime: 0 })

/** Puts a person as the server answered it into the cache. */
export function rememberMe(me: Me) {
  queryClient.setQueryData(meOptions().queryKey, me)
  emit('USER_UPDATED', queryClient.getQueryData(loginKey())?.login ?? null)
}

/** Takes over a login that a verb of signing in has answered. What was cached for somebody else is forgotten. */
export function rememberLogin(login: LoginView) {
  const before =
    queryClient.getQueryData(loginKey())?.login?.userId ?? queryClient.getQueryData(meOptions().queryKey)?.id
  if (before && before !== login.userId) queryClient.clear()
  keepLogin(login)
  emit('SIGNED_IN', login)
}

/** Forgets everything that belongs to a login. */
export function forgetLogin() {
  socket.stop()
  expectSomeone(false)
  queryClient.clear()
}

/** The person at this browser: null until known. */
export function useMe(): Me | null {
  const login = useLogin()
  return useQuery({ ...meOptions(), enabled: Boolean(login) }).data ?? null
}

/** The login of this browser; undefined until known. */
export function useLogin(): LoginView | null | undefined {
  return useQuery(loginOptions()).data?.login
}

/** The zone and language in which this person reads times. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
