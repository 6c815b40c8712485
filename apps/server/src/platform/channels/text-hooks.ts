import type { DeliveryId } from '@attune/contract/common/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { Mount } from '../http/server.ts'
import { isUuid } from '../text/uuid.ts'
import type { HookEvent, IncomingText, ProviderReport } from './text-provider.ts'
import { twilioHook } from './twilio/twilio.ts'

/** The functions with which a feature handles the provider's webhook events. The webhook responds after the handler has committed. */
export type TextHandlers = {
  /** Stores a delivery report. Returns false if there is no delivery with this id. */
  onReport(context: AppContext, deliveryId: DeliveryId, report: ProviderReport): Promise<boolean>
  onIncoming(context: AppContext, text: IncomingText): Promise<void>
}

const bodyLimit = 64 * 1024
/** The number of signed requests of one account that the server accepts in a period. */
const accountLimit = { count: 3_000, seconds: 60 }

/**
 * Mounts the webhooks for the provider of text messages. Responds with the same 403 to every invalid request: a missing or wrong signature, another
 * account, an unknown delivery, an unknown path, a body that is too large or malformed.
 */
export function mountTextHooks(handlers: TextHandlers): Mount {
  return (app, context) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
        done(null, body),
      )
      scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
        if ((error.statusCode ?? 500) < 500) return refuse(reply)
        // Logs only the name of the error, because the message may contain a text that a person wrote.
        context.log.error('a hook failed', { requestId: request.id, error: { name: error.name } })
        return reply.status(500).send()
      })
      const answer = (request: FastifyRequest, reply: FastifyReply) => answerHook(context, handlers, request, reply)
      scope.post(twilioHook.incoming, { bodyLimit }, answer)
      scope.post(twilioHook.report, { bodyLimit }, answer)
      scope.all('/hooks/*', { bodyLimit }, (_, reply) => refuse(reply))
    })
  }
}

async function answerHook(context: AppContext, handlers: TextHandlers, request: FastifyRequest, reply: FastifyReply) {
  const { texts, site, auth } = context
  const signature = request.headers['x-twilio-signature']
  if (typeof request.body !== 'string' || typeof signature !== 'string') return refuse(reply)
  const url = site.origin() + request.url
  const event = await texts.evaluate({ url, signature, form: new URLSearchParams(request.body) })
  if (!event) return refuse(reply)
  const { allowed, retryAfterSeconds } = await auth.rateLimit.hit('text hook', texts.account() ?? '', accountLimit)
  if (!allowed) return reply.status(429).header('retry-after', String(retryAfterSeconds)).send()
  if (!(await handleEvent(context, handlers, event))) return refuse(reply)
  return reply.status(200).type('text/xml').send('<Response/>')
}

/** Passes an event to its handler. Returns false if the event is about an unknown delivery. */
async function handleEvent(context: AppContext, handlers: TextHandlers, event: HookEvent): Promise<boolean> {
  if (event.type === 'report') {
    return isUuid(event.deliveryId) && handlers.onReport(context, event.deliveryId, event.report)
  }
  await handlers.onIncoming(context, event.text)
  return true
}

const refuse = (reply: FastifyReply) => reply.status(403).type('text/plain').send('Forbidden')
