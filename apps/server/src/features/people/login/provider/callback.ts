import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { challengeSeconds, writeCookie } from '../../../../platform/auth/login/cookies.ts'
import { networkOf } from '../../../../platform/auth/limit/rate-limit.ts'
import { sendRefusal } from '../../../../platform/http/replies.ts'
import { noActor } from '../../../../platform/policy/authorize.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { completeSignIn, refuseDisabled } from '../login.complete.ts'
import { engineCallerOf } from '../login.calls.ts'
import { loginViewOf } from '../login.view.ts'
import { importProviderPicture } from './picture.ts'

type Outcome = {
  signin: 'done' | 'linked' | 'second-factor' | 'failed'
  reason?: string
  provider?: string
  ways?: string
  returnTo?: string
}

/**
 * Maps error codes of the authentication library to the reasons that the page can show. Any other code becomes
 * 'failed'.
 */
const reasons: Record<string, string> = {
  access_denied: 'denied',
  unproved_address: 'unproved-address',
  account_not_linked: 'account-exists-link-first',
  account_already_linked_to_different_user: 'linked-elsewhere',
}

/**
 * Mounts the route to which a provider redirects the browser. All other calls of this feature are procedures. This
 * route is a GET, because the browser follows a redirect. Redirects to a page of Attune with the outcome in the
 * query. Responds with 404 if the provider is unknown.
 */
export function mountProviderCallback(app: FastifyInstance, appContext: AppContext): void {
  app.get<{ Params: { id: string } }>('/api/auth/callback/:id', async (request, reply) => {
    if (!appContext.auth.providers.some(({ id }) => id === request.params.id))
      return sendRefusal(request, reply, 404, 'NOT_FOUND')
    const context = await contextOf(request, appContext)
    const hit = await appContext.requestLimits.hit('signIn', 'open', networkOf(context.ip))
    const outcome = hit.allowed ? await finishCallback(context, request) : failed(request.params.id, null)
    for (const cookie of context.resHeaders.getSetCookie()) reply.header('set-cookie', cookie)
    return reply.redirect(`/?${new URLSearchParams(outcome)}`, 303)
  })
}

async function finishCallback(context: Context, request: FastifyRequest<{ Params: { id: string } }>): Promise<Outcome> {
  const { auth, log } = context.app
  const provider = request.params.id
  const query = request.url.split('?')[1] ?? ''
  try {
    const answer = await auth.engine({ path: '/callback', provider, query }, engineCallerOf(context, 'login'))
    writeCookie(context, 'state', null, 0)
    const target = new URL(answer.location ?? '/failed', auth.engineUrl)
    const returnTo = target.searchParams.get('returnTo') ?? '/'
    const returnParams = returnTo === '/' ? {} : { returnTo }
    if (target.pathname === '/linked') {
      if (context.login) void importProviderPicture(context.app, loginViewOf(context.login), answer.picture)
      return { signin: 'linked', ...returnParams }
    }
    if (target.pathname !== '/done' || !answer.cookies.login)
      return failed(provider, target.searchParams.get('error'), returnParams)
    return { ...(await signIn(context, answer.cookies.login, answer.picture)), ...returnParams }
  } catch (error) {
    log.warn('a sign-in by a provider failed', { requestId: request.id, error })
    return failed(provider, null)
  }
}

/**
 * Signs in a person whom a provider has identified, which proves one factor. If the account has a second factor, starts
 * the second step instead.
 */
async function signIn(context: Context, signed: string, picture: string | null): Promise<Outcome> {
  const { auth } = context.app
  const token = auth.logins.tokenFromSigned(signed) ?? ''
  await refuseDisabled(context, token)
  const login = await auth.logins.byToken(token)
  if (!login) throw new Error('a new login cannot be read')
  if (!login.hasSecondFactor) {
    const { login: newLogin } = await completeSignIn(context, signed)
    void importProviderPicture(context.app, newLogin, picture)
    return { signin: 'done' }
  }
  await auth.users.endLogin(login.id)
  const halfSigned = await auth.passkeys.beginSecondStep(login.userId)
  writeCookie(context, 'half', halfSigned, challengeSeconds)
  const pending = await auth.passkeys.readSecondStep(halfSigned)
  return { signin: 'second-factor', ways: pending?.ways.join(',') ?? '' }
}

const failed = (provider: string, error: string | null, returnParams: { returnTo?: string } = {}): Outcome => ({
  signin: 'failed',
  provider,
  reason: reasons[error ?? ''] ?? 'failed',
  ...returnParams,
})

async function contextOf(request: FastifyRequest, appContext: AppContext): Promise<Context> {
  const reqHeaders = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') reqHeaders.set(name, value)
  return {
    app: appContext,
    requestId: request.id,
    ip: request.ip,
    reqHeaders,
    resHeaders: new Headers(),
    login: await appContext.auth.readLogin(reqHeaders),
    actor: noActor,
  }
}
