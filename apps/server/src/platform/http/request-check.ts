import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../address.ts'
import { commonHeaders } from './headers.ts'
import { sendRefusal } from './replies.ts'
import type { Site } from './site.ts'

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

/** Whether a request is same-origin or has a bearer token and no Origin header. A page of another origin cannot send such a request. */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, https: boolean): boolean {
  const { origin, host, authorization } = request.headers
  if (origin === undefined) return /^bearer \S/i.test(authorization ?? '')
  return origin.toLowerCase() === `${https ? 'https' : 'http'}://${(host ?? '').toLowerCase()}`
}

/** Creates the first hook of every request. The hook sets the common headers, then checks address, origin and public key. */
export function createRequestCheck(site: Site) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const https = request.protocol === 'https'
    reply.headers(commonHeaders(https)).header('x-request-id', request.id)
    const path = withoutQuery(request.url)
    if (openPaths.has(path)) return
    const verdict = checkAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
    if (verdict === 'plain-http') return sendRefusal(request, reply, 403, 'PLAIN_HTTP', { name: 'plainHttp' })
    if (verdict === 'unknown-host') {
      return sendRefusal(request, reply, 421, 'UNKNOWN_HOST', {
        name: 'unknownHost',
        params: { address: site.origin() },
      })
    }
    if (request.method === 'GET' || request.method === 'HEAD') return
    // A provider calls a hook without an Origin. The hook accepts only what the provider has signed.
    if (path.startsWith('/hooks/')) return
    if (!isSameOrigin(request, https)) return sendRefusal(request, reply, 403, 'WRONG_ORIGIN')
    const key = request.headers['x-attune-key']
    if (path.startsWith('/api/') && !(typeof key === 'string' && (await site.isKey(key)))) {
      return sendRefusal(request, reply, 401, 'UNKNOWN_KEY')
    }
  }
}
