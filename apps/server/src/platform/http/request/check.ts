import { nativeOrigins } from '@attune/contract/features/practice/api-access/api-access.rules'
import { loginHeader, practicePath } from '@attune/contract/features/people/native-app/native-app.rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '@attune/contract/common/text/public-address'
import type { AppContext } from '../../app-context.ts'
import { isBearer } from '../../auth/login/cookies.ts'
import { acceptPass, passedLoginId } from './address-pass.ts'
import { commonHeaders } from '../headers.ts'
import { sendRefusal } from '../replies.ts'
import type { Site } from '../site/site.ts'
import { createHostLog, createOriginLog } from './wrong-origins.ts'

/** Whether an Origin is that of the pages in the native app. */
export const isNativeOrigin = (origin: string | undefined): boolean =>
  (nativeOrigins as readonly (string | undefined)[]).includes(origin)

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? ''
const openPaths = new Set(['/health', '/ready'])
const isLocalAddress = (address: string | undefined) => isLoopback((address ?? '').replace(/^::ffff:/, ''))

/** Returns the host name of a Host header, without the port; '' if the header is invalid. */
export function hostName(host: string | undefined): string {
  const url = `http://${host ?? ''}`
  return host && URL.canParse(url) && new URL(url).host === host.toLowerCase().replace(/:80$/, '')
    ? new URL(url).hostname
    : ''
}

/** Checks that a request uses https or comes from this machine, and that its host name belongs to this server. */
export function checkAddress(
  site: Site,
  from: { https: boolean; host: string | undefined; remote: string | undefined },
): 'fine' | 'plain-http' | 'unknown-host' {
  const name = hostName(from.host)
  const local = isLoopback(name) && isLocalAddress(from.remote)
  if (!from.https && !local) return 'plain-http'
  const known = site.publicOrigin()
  if (!name || (!local && known && new URL(known).hostname !== name)) return 'unknown-host'
  return 'fine'
}

/** The calls that the native app makes before it has a login: with the public key, but without a bearer token and an Origin header. */
const callsBeforeLogin = new Set(
  ['product/info', 'product/legalPage', 'login/session', 'login/redeemAppCode'].map((name) => `/api/${name}`),
)

/** Whether a request is same-origin or has a bearer token and no Origin header. A page of another origin cannot send such a request. */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, https: boolean): boolean {
  const { origin, host, authorization } = request.headers
  if (origin === undefined) return isBearer(authorization)
  const own = `${https ? 'https' : 'http'}://${host ?? ''}`
  return URL.canParse(own) && origin.toLowerCase() === new URL(own).origin
}

/** Creates the first hook of every request. The hook sets the common headers, then checks address, origin and public key. */
export function createRequestCheck(appContext: Pick<AppContext, 'site' | 'secrets' | 'clock' | 'log'>) {
  const { site } = appContext
  const logWrongOrigin = createOriginLog(appContext)
  const logWrongHost = createHostLog(appContext)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const https = request.protocol === 'https'
    reply.headers(commonHeaders(https)).header('x-request-id', request.id)
    const path = withoutQuery(request.url)
    if (openPaths.has(path)) return
    const verdict = checkAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
    const offered = site.settings()
    if (verdict === 'plain-http') return sendRefusal(request, reply, 403, 'PLAIN_HTTP', { name: 'plainHttp', offered })
    if (verdict === 'unknown-host') {
      logWrongHost(request)
      return sendRefusal(request, reply, 421, 'UNKNOWN_HOST', {
        name: 'unknownHost',
        offered,
        params: { address: site.origin() },
      })
    }
    const pass = acceptPass(appContext, request)
    if (pass === 'refused') return sendRefusal(request, reply, 403, 'FORBIDDEN')
    // A page in the native app loads this response from another origin.
    if (pass === 'accepted') reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isFromElsewhere(request, https) && path.startsWith('/api/')) {
      reply.header('vary', 'origin')
      if (site.isAllowedOrigin(request.headers.origin ?? '')) return checkCrossOrigin(site, request, reply)
    }
    if (request.method === 'GET' || request.method === 'HEAD') return
    // Providers call webhooks without an Origin header. A webhook accepts only signed requests.
    if (path.startsWith('/hooks/')) return
    if (isBeforeLogin(request, path)) delete request.headers.cookie
    else if (!isSameOrigin(request, https)) {
      logWrongOrigin(request)
      return sendRefusal(request, reply, 403, 'WRONG_ORIGIN')
    }
    const key = keyOf(request)
    if (!path.startsWith('/api/')) return
    if (!(await site.isKey(key))) return sendRefusal(request, reply, 401, 'UNKNOWN_KEY')
    // Tells a page that was opened before the key was rotated to use the new key.
    if (key !== site.key() && request.headers.origin !== undefined) reply.header('x-attune-key', site.key())
  }
}

/** Whether a program other than a browser makes a call that needs no login. Its cookie is ignored, so the request cannot act for a page. */
const isBeforeLogin = ({ headers }: FastifyRequest, path: string) =>
  headers.origin === undefined && !isBearer(headers.authorization) && callsBeforeLogin.has(path)

const keyOf = ({ headers }: FastifyRequest) => {
  const key = headers['x-attune-key']
  return typeof key === 'string' ? key : ''
}

const isFromElsewhere = (request: FastifyRequest, https: boolean) =>
  request.headers.origin !== undefined && !isSameOrigin(request, https)

const methods = 'GET, HEAD, POST, PATCH, DELETE'
const sentHeaders =
  'authorization, content-type, range, x-attune-account, x-attune-key, x-attune-page, tus-resumable, upload-length, upload-metadata, upload-offset'
const shownHeaders = `content-disposition, location, retry-after, tus-resumable, upload-length, upload-offset, x-attune-page, x-request-id, ${loginHeader}`
const preflightSeconds = 600

/**
 * Checks a cross-origin request to the API and answers preflights. The request needs the public key and a bearer token. A call of the native app
 * before login needs only the key. A request for `practicePath` or with a pass in its address needs neither. Cookies are ignored and not set.
 */
async function checkCrossOrigin(site: Site, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'access-control-allow-origin': request.headers.origin ?? '',
    'access-control-expose-headers': shownHeaders,
  })
  crossOriginRequests.add(request)
  delete request.headers.cookie
  if (request.method === 'OPTIONS') {
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': sentHeaders,
        'access-control-max-age': String(preflightSeconds),
      })
      .send()
  }
  const path = withoutQuery(request.url)
  if (path === practicePath || passedLoginId(request) !== undefined) return
  if (!(await site.isKey(keyOf(request)))) return sendRefusal(request, reply, 401, 'UNKNOWN_KEY')
  if (isNativeOrigin(request.headers.origin) && callsBeforeLogin.has(path)) return
  if (!isBearer(request.headers.authorization)) return sendRefusal(request, reply, 401, 'NO_LOGIN')
}

const crossOriginRequests = new WeakSet<FastifyRequest>()

/** Removes the cookies from a cross-origin response. */
export function removeCrossOriginCookies(request: FastifyRequest, reply: FastifyReply): void {
  if (crossOriginRequests.has(request)) reply.removeHeader('set-cookie')
}
