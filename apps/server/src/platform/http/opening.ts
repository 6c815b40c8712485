import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds } from '../policy/unavailable.ts'
import { commonHeaders } from './headers.ts'
import { refusalBody } from './replies.ts'

const paths = { alive: '/health', ready: '/ready' }

/**
 * Checks each request with `check` from the call of the returned function on. Until then, answers 503 with Retry-After to all requests except those
 * for /health. A server opens at the end of its start, so that a start that fails has answered no request.
 */
export function checkOnceOpened(
  app: FastifyInstance,
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): () => void {
  let isOpen = false
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen || request.url === paths.alive) return check(request, reply)
    const body = request.url === paths.ready ? { ready: false, started: 'failed' } : refusalBody(503, 'UNAVAILABLE')
    return reply
      .status(503)
      .headers(commonHeaders(request.protocol === 'https'))
      .header('retry-after', String(retryAfterSeconds))
      .type('application/json')
      .send(JSON.stringify(body))
  })
  return () => {
    isOpen = true
  }
}
