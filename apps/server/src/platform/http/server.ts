import Fastify, { type FastifyInstance } from 'fastify'
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { AnyRouter } from '@orpc/server'
import { isTemporarilyUnavailable, retryAfterSeconds } from '../policy/unavailable.ts'
import { mountAddressProof } from './site/address-proof.ts'
import { mountApi } from './api/api.ts'
import { newRequestId } from './request/request-id.ts'
import { createRequestCheck, removeCrossOriginCookies } from './request/check.ts'
import { commonHeaders } from './headers.ts'
import { mountHealth } from './health.ts'
import { mountPages } from './site/pages.ts'
import { procedureNames } from './api/procedures.ts'
import { countRequests } from '../metrics/count-requests.ts'
import { mountReference } from './api/reference.ts'
import { checkOnceOpened, type Opening } from './opening.ts'
import { refusalBody } from './replies.ts'
import { watchCertificate, readCertificate } from './tls.ts'

/** The time limits for a browser, in milliseconds. */
export type HttpLimits = {
  /** The time until the headers of a request are complete. */
  headers: number
  /** The time until a request is complete. */
  request: number
  /** The time without activity. */
  idle: number
}
/** The time in milliseconds after which a stopping server closes connections that are still open. */
const drainMilliseconds = 8_000
const defaultLimits: HttpLimits = { headers: 30_000, request: 60_000, idle: 65_000 }

/** Adds routes to the server. */
export type Mount = (app: FastifyInstance, context: AppContext) => void

export type HttpOptions = {
  limits?: Partial<HttpLimits>
  /** The folder with the built web app, which a test replaces. */
  webFolder?: string
  /** The routes of features that are not procedures. */
  mounts?: readonly Mount[]
}
/**
 * The running HTTP server. Until `open` is called, it answers 503 to all requests except those for /health. `close` accepts no more connections, and
 * returns once the running requests are answered or `drainMilliseconds` have passed.
 */
export type Http = Opening & { server: HttpServer; port: number; close(): Promise<void> }

const webBuild = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'dist')

/**
 * Starts the HTTP server with the API, the pages, /health and /ready. The server listens on its port at once, but accepts requests only after `open`.
 */
export async function openHttp(context: AppContext, router: AnyRouter, options: HttpOptions = {}): Promise<Http> {
  const { config, log, site } = context
  const limits = { ...defaultLimits, ...options.limits }
  const app = createFastify(config, limits)

  let closing = false
  // While the server stops, tells browsers with this header to open a new connection for their next request. Without the header, browsers
  // would treat the closed connection as an error.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    removeCrossOriginCookies(request, reply)
    done(null, payload)
  })
  const opening = checkOnceOpened(app, createRequestCheck(context))
  setFailureAnswers(app, log)
  if (config.metricsListen) countRequests(app, context.metrics, procedureNames(router))

  mountHealth(app, context)
  mountAddressProof(app, context.secrets)
  mountReference(app)
  for (const mount of options.mounts ?? []) mount(app, context)
  mountApi(app, context, router)
  mountPages(app, site, options.webFolder ?? webBuild)

  await app.listen({ port: config.port, host: config.host })
  const stopFollowing = config.tls ? watchCertificate(app.server, config.tls, log) : () => {}
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return {
    server: app.server,
    port,
    ...opening,
    async close() {
      stopFollowing()
      opening.leave()
      closing = true
      const idle = setInterval(() => app.server.closeIdleConnections(), 50)
      const late = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
      await app.close()
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

function createFastify(config: Config, limits: HttpLimits): FastifyInstance {
  return Fastify({
    logger: false,
    genReqId: (request) => newRequestId(request, config.trustProxy),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: 'idle',
    // Without this setting, a proxy that passes a request on through an open connection would show a 503 although another server runs.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (handler) => makeServer(handler, config, limits),
  })
}

/** Responds to requests for unknown paths with 404, and to errors that no route has handled with their status. Logs unexpected errors. */
function setFailureAnswers(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, incoming, reply) => {
    const status = error.statusCode ?? (isTemporarilyUnavailable(error) ? 503 : 500)
    if (status === 503) reply.header('retry-after', String(retryAfterSeconds))
    if (status >= 500 && status !== 503) log.error('a request failed', { requestId: incoming.id, error })
    return reply
      .status(status)
      .type('application/json')
      .send(JSON.stringify(refusalBody(status, codeOf(status))))
  })
  app.setNotFoundHandler((_, reply) =>
    reply
      .status(404)
      .type('application/json')
      .send(JSON.stringify(refusalBody(404, 'NOT_FOUND'))),
  )
}

/** Creates the server with explicit time limits, because without them a slow or silent browser could keep its connection forever. */
function makeServer(handler: RequestListener, { tls }: Config, { headers, request, idle }: HttpLimits): HttpServer {
  const limits = {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: 1_000,
  }
  const server = tls
    ? createHttpsServer({ ...readCertificate(tls), ...limits }, handler)
    : createServer(limits, handler)
  return server.setTimeout(idle)
}

const codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  503: 'UNAVAILABLE',
}
const codeOf = (status: number) => codes[status] ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST')

/** Answers input that is not a valid request (too slow, too long, not HTTP) with the common headers, then closes the connection. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, words] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large']
        : [400, 'Bad Request']
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusalBody(Number(status), String(words).toUpperCase().replaceAll(' ', '_')))
  const lines = Object.entries({
    ...commonHeaders(false),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
  )
}
