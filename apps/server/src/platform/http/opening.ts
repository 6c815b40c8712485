import type { FastifyInstance } from 'fastify'
import { retryAfterSeconds } from '../policy/unavailable.ts'
import { commonHeaders } from './headers.ts'
import { refusalBody } from './replies.ts'

const paths = { alive: '/health', ready: '/ready' }

/**
 * Answers 503 with Retry-After to all requests except those for /health, until the returned function is called. A server calls it at the end of its
 * start, so that a start that fails has answered no request.
 */
export function refuseUntilOpened(app: FastifyInstance): () => void {
  let isOpen = false
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen || request.url === paths.alive) return
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
