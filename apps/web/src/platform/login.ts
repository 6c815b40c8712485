import type { LoginView } from '@attune/contract/features/login'
import type { Me } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { query } from './api.ts'
import { expectSomeone } from './gates.ts'
import { queryClient } from './query-client.ts'
import { socket } from './realtime.ts'
import { emit } from './backend/auth-events.ts'

export type { LoginView, Me }

const loginOptions = () => query.login.session.queryOptions({ input: {}, staleTime: 60_000 })
const meOptions = () => query.account.me.queryOptions({ input: {} })

/** Who is signed in at this browser, as the server says; null for nobody. */
export async function readLogin(): Promise<LoginView | null> {
  const { login } = await queryClient.fetchQuery({ ...loginOptions(), staleTime: 0 })
  if (login) expectSomeone(true)
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
export const rememberMe = (me: Me) => queryClient.setQueryData(meOptions().queryKey, me)

/** Takes over a login that a verb of signing in has answered. What was cached for somebody else is forgotten. */
export function rememberLogin(login: LoginView) {
  const before =
    queryClient.getQueryData(loginOptions().queryKey)?.login?.userId ??
    queryClient.getQueryData(meOptions().queryKey)?.id
  if (before && before !== login.userId) queryClient.clear()
  expectSomeone(true)
  queryClient.setQueryData(loginOptions().queryKey, { login })
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
