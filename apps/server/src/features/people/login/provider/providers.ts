import { setTimeout as wait } from 'node:timers/promises'
import { challengeSeconds, writeCookie } from '../../../../platform/auth/login/cookies.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import {
  engineCallerOf,
  limitOpenCalls,
  requireSignedIn,
  requireProvedFactor,
  refuseEngineResponse,
} from '../login.calls.ts'

/**
 * The maximum wait for a response of a provider, in milliseconds. This limits the delay of the page if the provider
 * is unreachable.
 */
const timeoutMilliseconds = 5_000

export async function listProviders({ app, login }: Context) {
  const linked = login ? await app.auth.users.providersOf(login.userId) : []
  return {
    items: app.auth.providers.map(({ id, name }) => ({ id, name, linked: linked.includes(id) })),
  }
}

type ProviderInput = { provider: string; returnTo?: string | undefined }

/**
 * Returns the URL to which the browser goes to sign in with a provider. Refuses with NOT_FOUND for an unknown provider, with PROVIDER_UNAVAILABLE if
 * it does not respond within `timeoutMilliseconds`, and as `limitOpenCalls` and `refuseEngineResponse` do.
 */
export async function signInWithProvider(context: Context, pendingAnswer: ProviderInput) {
  await limitOpenCalls(context)
  return requestProvider(context, '/sign-in/social', pendingAnswer)
}

/**
 * Returns the URL to which the browser goes to link a provider to the account. Refuses as `requireProvedFactor` does, with NOT_FOUND for an unknown
 * provider, with PROVIDER_UNAVAILABLE if it does not respond within `timeoutMilliseconds`, and as `refuseEngineResponse` does.
 */
export function linkProvider(context: Context, pendingAnswer: ProviderInput) {
  requireProvedFactor(context)
  return requestProvider(context, '/link-social', pendingAnswer)
}

async function requestProvider(
  context: Context,
  path: '/sign-in/social' | '/link-social',
  { provider, returnTo = '/' }: ProviderInput,
) {
  const { auth } = context.app
  if (!auth.providers.some(({ id }) => id === provider)) throw notFound()
  const to = (name: string) => `${auth.engineUrl}/${name}?${new URLSearchParams({ returnTo })}`
  const body = {
    provider,
    callbackURL: to(path === '/link-social' ? 'linked' : 'done'),
    errorCallbackURL: to('failed'),
    disableRedirect: true as const,
  }
  const pendingAnswer = auth.engine(
    { path, body },
    engineCallerOf(context, path === '/link-social' ? 'login' : 'nobody'),
  )
  const answer = await Promise.race([pendingAnswer, wait(timeoutMilliseconds, null)])
  if (!answer || answer.code === 'PROVIDER_NOT_FOUND') throw createRefusal('PROVIDER_UNAVAILABLE', 503)
  const { url } = answer.body
  if (answer.status !== 200 || typeof url !== 'string' || !answer.cookies.state) refuseEngineResponse(context, answer)
  writeCookie(context, 'state', answer.cookies.state, challengeSeconds)
  return { url }
}

export async function unlinkProvider(context: Context, provider: string): Promise<void> {
  requireProvedFactor(context)
  const result = await context.app.auth.users.unlink(requireSignedIn(context).userId, provider)
  if (result === 'unknown') throw notFound()
  if (result === 'only-way-in') throw createRefusal('ONLY_WAY_IN', 409)
}
