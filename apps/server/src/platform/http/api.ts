import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../../house.ts'
import type { AppRouter } from '../../router.ts'
import type { RequestContext } from '../policy/context.ts'
import { refuse } from './replies.ts'

const bodyLimit = 1024 * 1024
const loginBodyLimit = 64 * 1024

/** What the contract has checked is JSON already: it is written down as it stands, without a second look at each of its leaves. */
class Checked {
  private readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  toJSON() {
    return this.value
  }
}
const asItStands = {
  type: 0,
  condition: (value: unknown) => Object.getPrototypeOf(value ?? 0) === Object.prototype,
  serialize: (value: unknown) => new Checked(value),
}

/** Mounts every procedure as POST /api/<feature>/<procedure>, JSON in and out. */
export function mountApi(app: FastifyInstance, house: House, router: AppRouter): void {
  const handler = new OpenAPIHandler<RequestContext>(router, {
    customJsonSerializers: [asItStands],
    plugins: [new ResponseHeadersPlugin()],
    interceptors: [
      async (call) => {
        try {
          return await call.next()
        } catch (error) {
          const refused = error instanceof ORPCError && error.status < 500
          const away = error instanceof ORPCError && error.code === 'UNAVAILABLE'
          if (!refused && !away) {
            house.log.error('a request failed', {
              requestId: call.context.requestId,
              procedure: call.request.url.pathname.slice('/api/'.length),
              error,
            })
          }
          throw error
        }
      },
    ],
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const context: RequestContext = {
      house,
      requestId: request.id,
      ip: request.ip,
      reqHeaders: toHeaders(request),
      resHeaders: new Headers(),
    }
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context })
    if (!matched) await refuse(request, reply, 404, 'NOT_FOUND')
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

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}
