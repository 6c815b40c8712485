import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds } from '../policy/unavailable.ts'
import { commonHeaders } from './headers.ts'
import { refusalBody } from './replies.ts'

const paths = { alive: '/health', ready: '/ready' }

/** Opens the server for requests, and announces to load balancers that it will stop. */
export type Opening = {
  /** Answers requests from now on. */
  open(): void
  /** Answers 503 to /ready from now on, so that a load balancer sends requests to other servers. All other requests are answered as before. */
  leave(): void
}

/**
 * Checks each request with `check` from the call of `open` on. Until then, answers 503 with Retry-After to all requests except those for /health. A
 * server opens at the end of its start, so that a start that fails has answered no request.
 */
export function checkOnceOpened(
  app: FastifyInstance,
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Opening {
  let state: 'starting' | 'open' | 'stopping' = 'starting'
  app.addHook('onRequest', async (request, reply) => {
    const isReadyAsked = request.url === paths.ready
    if (request.url === paths.alive || state === 'open') return check(request, reply)
    if (state === 'stopping' && !isReadyAsked) return check(request, reply)
    const failed = state === 'starting' ? { started: 'failed' } : { running: 'failed' }
    const body = isReadyAsked ? { ready: false, ...failed } : refusalBody(503, 'UNAVAILABLE')
    return reply
      .status(503)
      .headers(commonHeaders(request.protocol === 'https'))
      .header('retry-after', String(retryAfterSeconds))
      .type('application/json')
      .send(JSON.stringify(body))
  })
  return { open: () => void (state = 'open'), leave: () => void (state = 'stopping') }
}
