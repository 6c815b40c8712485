import type { LoginId } from '@attune/contract/common/ids'
import type { ConsentFailure } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { missingAssurance } from '../../../../platform/auth/login/login.ts'
import { networkOf } from '../../../../platform/auth/limit/rate-limit.ts'
import { sendRefusal } from '../../../../platform/http/replies.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { saveGoogleAccount } from './google-accounts.ts'
import { callbackPath, consentedAccount, useConsent } from './google-consent.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'

type Therapist = { id: string; loginId: LoginId }
type Outcome = { connected: string } | { refused: ConsentFailure }

const settingsPath = '/dashboard/therapist/settings/calendars'
const limit = { count: 60, seconds: 60 * 60 }

/**
 * Mounts the route to which Google redirects the browser after a consent. Redirects to the settings with the outcome, which is the same for a state
 * that is unknown, used, expired or from another login. Responds with 404 if the host offers no Google calendars.
 */
export function mountGoogleCallback(app: FastifyInstance, appContext: AppContext): void {
  app.get(callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    if (!appContext.google.client) return sendRefusal(request, reply, 404, 'NOT_FOUND')
    const hit = await appContext.auth.rateLimit.hit('calendar-callback', networkOf(request.ip), limit)
    const outcome = hit.allowed ? await finishConsent(appContext, request) : refused('expired')
    return toSettings(reply, outcome)
  })
}

const refused = (reason: ConsentFailure): Outcome => ({ refused: reason })
const toSettings = (reply: FastifyReply, outcome: Outcome) =>
  reply.redirect(`${settingsPath}?${new URLSearchParams(outcome)}`, 303)

/** Returns the therapist who is signed in to this browser; null if the login may not connect calendars. */
async function therapistOf({ auth }: Pick<AppContext, 'auth'>, request: FastifyRequest): Promise<Therapist | null> {
  const login = await auth.readLogin(new Headers(request.headers as Record<string, string>))
  return login?.role === 'therapist' && !missingAssurance(login) ? { id: login.userId, loginId: login.id } : null
}

async function finishConsent(app: AppContext, request: FastifyRequest): Promise<Outcome> {
  const { state, code, error } = request.query as Record<string, unknown>
  const therapist = await therapistOf(app, request)
  if (!therapist || typeof state !== 'string' || state.length > 100) return refused('expired')
  const actor = { role: 'therapist', id: therapist.id } as const
  const { loginId } = therapist
  // The consent is used up before the exchange, so that a repeated callback is refused.
  const consent = await app.db.asActor(actor, (tx) => useConsent(tx, { loginId, state, now: app.clock.now() }))
  if (!consent) return refused('expired')
  if (error !== undefined) return refused(error === 'access_denied' ? 'denied' : 'failed')
  if (typeof code !== 'string' || code.length > 1000) return refused('failed')
  try {
    const account = await consentedAccount(app, { code, state })
    if (typeof account === 'string') return refused(account)
    return await app.db.asActor(actor, async (tx) => {
      const saved = await saveGoogleAccount(tx, app, account, consent.accountId)
      if (typeof saved === 'string') return refused(saved)
      const { id: resourceId } = saved
      await insertAudit(tx, { action: 'connect', resource: 'external-calendar', resourceId, requestId: request.id })
      return { connected: resourceId }
    })
  } catch (failure) {
    if (!(failure instanceof CalendarFailure)) throw failure
    app.log.warn('a consent could not be completed', { requestId: request.id, code: failure.problem })
    return refused('failed')
  }
}
