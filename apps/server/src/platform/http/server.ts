import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { House } from '../../house.ts'
import type { AppRouter } from '../../router.ts'
import { mountApi } from './api.ts'
import { openGate } from './gate.ts'
import { commonHeaders } from './headers.ts'
import { mountHealth } from './health.ts'
import { mountPages } from './pages.ts'
import { mountReference } from './reference.ts'
import { refusalBody } from './replies.ts'
import { followCertificate, readCertificate } from './tls.ts'

/** How long a browser may take, in milliseconds. */
export type Limits = { headers: number; request: number; idle: number }
const defaultLimits: Limits = { headers: 30_000, request: 60_000, idle: 65_000 }

export type HttpOptions = { limits?: Partial<Limits>; webFolder?: string }
export type Http = { server: HttpServer; port: number; close(): Promise<void> }

const webBuild = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'dist')

/** Opens the door to the world: everything under /api, the pages, and the two addresses that tell how the house is. */
export async function openHttp(house: House, router: AppRouter, options: HttpOptions = {}): Promise<Http> {
  const { config, log, site } = house
  const { headers, request, idle } = { ...defaultLimits, ...options.limits }
  const https = config.tls ? readCertificate(config.tls) : null
  const settings: FastifyServerOptions & { https?: object } = {
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    requestTimeout: request,
    connectionTimeout: idle,
    keepAliveTimeout: Math.min(idle, 65_000),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket),
    ...(https ? { https: { ...https, connectionsCheckingInterval: 1_000 } } : { http: { connectionsCheckingInterval: 1_000 } }),
  }
  const app = Fastify(settings as FastifyServerOptions) as unknown as FastifyInstance
  app.server.headersTimeout = headers

  app.addHook('onRequest', openGate(site))
  app.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, incoming, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) log.error('a request failed', { requestId: incoming.id, error })
    return reply.status(status).type('application/json').send(JSON.stringify(refusalBody(status, codeOf(status))))
  })
  app.setNotFoundHandler((_, reply) => reply.status(404).type('application/json').send(JSON.stringify(refusalBody(404, 'NOT_FOUND'))))

  mountHealth(app, house)
  mountReference(app)
  mountApi(app, house, router)
  mountPages(app, site, options.webFolder ?? webBuild)

  await app.listen({ port: config.port, host: config.host })
  const stopFollowing = config.tls ? followCertificate(app.server, config.tls, log) : () => {}
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return {
    server: app.server,
    port,
    async close() {
      stopFollowing()
      await app.close()
    },
  }
}

const codes: Record<number, string> = { 400: 'BAD_REQUEST', 413: 'TOO_LARGE', 415: 'UNSUPPORTED_TYPE', 503: 'UNAVAILABLE' }
const codeOf = (status: number) => codes[status] ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST')

/** What never became a request: too slow, too long, or no HTTP at all. It is answered with our headers and closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, words] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, 'Request Timeout'] : error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request']
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusalBody(Number(status), String(words).toUpperCase().replaceAll(' ', '_')))
  const lines = Object.entries({ ...commonHeaders(false), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' })
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`)
}
