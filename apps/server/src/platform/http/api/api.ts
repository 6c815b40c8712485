import { type AnyRouter, ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { RequestContext } from '../../policy/context.ts'
import { sendCompressed } from '../compression.ts'
import { eventStream, isEventIterator } from './event-stream.ts'
import { proceduresOf } from './procedures.ts'
import { sendRefusal } from '../replies.ts'

const bodyLimit = 1024 * 1024
const loginBodyLimit = 64 * 1024
/**
 * The responses that are compressed. They are public, so their length reveals nothing. Any other response may contain a secret beside text of
 * another person, and its compressed length could reveal the secret (decision 78).
 */
const publicAnswers: ReadonlySet<string> = new Set(['product/info', 'product/legalPage'])

/** Mounts every procedure as POST /api/<feature>/<procedure>, with JSON as input and with JSON or an event stream as output. */
export function mountApi(app: FastifyInstance, appContext: AppContext, router: AnyRouter): void {
  const known = proceduresOf(router)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const procedure = known.get(request.url.split('?', 1)[0] ?? '')
    if (!procedure) return sendRefusal(request, reply, 404, 'NOT_FOUND')
    const context = contextOf(appContext, request)
    const refusalFrom = (error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal.status >= 500 && refusal.code !== 'UNAVAILABLE') {
        appContext.log.error('a request failed', { requestId: request.id, procedure: procedure.name, error })
      }
      return refusal
    }
    const left = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) left.abort(callerLeft)
    })
    const body = await procedure.call(request.body, { context, signal: left.signal }).catch((error: unknown) => {
      const refusal = refusalFrom(error)
      reply.status(refusal.status)
      return refusal.toJSON()
    })
    for (const [name, value] of context.resHeaders) reply.header(name, value)
    if (isEventIterator(body)) {
      // Tells proxies not to buffer the stream, so that text appears at once.
      reply.header('x-accel-buffering', 'no')
      return reply.type('text/event-stream; charset=utf-8').send(eventStream(body, refusalFrom))
    }
    // Serializes the output without conversion, because it is plain JSON and was validated against the contract.
    const text = JSON.stringify(body)
    reply.type('application/json')
    return publicAnswers.has(procedure.name) ? sendCompressed(request, reply, text) : reply.send(text)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, {}) : parse(request, body as string, done),
    )
    scope.post('/api/login/*', { bodyLimit: loginBodyLimit }, answer)
    scope.post('/api/*', { bodyLimit }, answer)
  })
}

/** A shared error object, because creating a stack trace is slow. */
const callerLeft = new Error('The caller has left.')

const contextOf = (appContext: AppContext, request: FastifyRequest): RequestContext => ({
  app: appContext,
  requestId: request.id,
  ip: request.ip,
  reqHeaders: {
    get(name) {
      const value = request.headers[name]
      return typeof value === 'string' ? value : null
    },
  },
  resHeaders: new Headers(),
})

/** Returns a refusal unchanged. Converts any other error to INTERNAL_SERVER_ERROR with status 500 and without details. */
const refusalOf = (error: unknown) =>
  error instanceof ORPCError ? error : new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Internal server error' })
