import type { TherapistId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { type PaymentEvent, PaymentProviderError } from '../../../platform/payments/payment-provider.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import { hookPath, isHookPath } from './online-payment.address.ts'
import { settlePage, settleRefunds } from './online-payment.settle.ts'
import { providerAccess } from './online-payment.setup.ts'

const bodyLimit = 512 * 1024
/** The maximum number of signed webhook calls per therapist in a period. */
const therapistLimit = { count: 600, seconds: 60 }

type HookRequest = FastifyRequest<{ Params: { therapistId: TherapistId; seal: string } }>

/**
 * Mounts the webhook for the provider of online payments. Responds with the same 403 to a call to an unknown address and to one without a valid,
 * recent signature over its body. Does not trust the content of an event: asks the provider for the state, with the therapist's key. If the provider
 * does not respond, the webhook responds with 503, so that the provider repeats the call.
 */
export function mountOnlinePaymentHook(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      if ((error.statusCode ?? 500) < 500) return refuse(reply)
      context.log.error('a hook failed', { requestId: request.id, error: { name: error.name } })
      return reply.status(500).send()
    })
    scope.post(hookPath, { bodyLimit }, (request, reply) => answerHook(context, request as HookRequest, reply))
  })
}

async function answerHook(context: AppContext, request: HookRequest, reply: FastifyReply) {
  const { params, body, headers } = request
  const signature = headers['stripe-signature']
  if (!isHookPath(context, params) || !Buffer.isBuffer(body) || typeof signature !== 'string') return refuse(reply)
  const { therapistId } = params
  const { secret } = await providerAccess(context, therapistId)
  if (secret === null) return refuse(reply)
  const event = await context.payments.readEvent({ body, signature, secret, now: context.clock.now() })
  if (!event) return refuse(reply)
  const { allowed, retryAfterSeconds } = await context.auth.rateLimit.hit('payment hook', therapistId, therapistLimit)
  if (!allowed) return reply.status(429).header('retry-after', String(retryAfterSeconds)).send()
  try {
    await handleEvent(context, therapistId, event)
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    return reply.status(503).send()
  }
  return reply.status(200).send()
}

async function handleEvent(
  context: Pick<AppContext, 'clock' | 'config' | 'db' | 'payments' | 'providerKeys'>,
  therapistId: TherapistId,
  event: PaymentEvent,
): Promise<void> {
  if (event.about === 'refund') return settleRefunds(context, therapistId, { paymentId: event.paymentId })
  if (event.about !== 'page' || event.reference === null || !isUuid(event.reference)) return
  await settlePage(context, { therapistId, pageId: event.reference, reportedId: event.pageId })
}

const refuse = (reply: FastifyReply) => reply.status(403).type('text/plain').send('Forbidden')
