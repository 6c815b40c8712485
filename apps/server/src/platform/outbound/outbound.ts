import { lookup as ask, type LookupAddress } from 'node:dns'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { limitInformational } from './informational.ts'
import { NotFetchedError, notPublic, notFetched, tooLarge } from './not-fetched-error.ts'
import { sendHttp2 } from './outbound.http2.ts'
import { openStream, type OutboundStream, type OutboundStreamRequest } from './outbound.stream.ts'
import { isPublicAddress } from './public-address.ts'

export { NotFetchedError } from './not-fetched-error.ts'
export type { OutboundStream } from './outbound.stream.ts'

/** A request whose response is read as a whole. */
export type OutboundRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT' | 'MKCALENDAR'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The maximum size of the response's body. A larger response fails. */
  atMostBytes: number
  /** The time limit of the request including its response, in milliseconds. Default: the time limit of the client. */
  timeoutMilliseconds?: number
  /** Whether the request needs HTTP/2. */
  isHttp2?: true
}

export type OutboundResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends requests to addresses that users have entered, and to providers. All requests to such addresses must use it. */
export type Outbound = {
  /**
   * Returns the body of the response. Throws NotFetchedError if the address is not allowed, the status is not 200, the body is larger than
   * `atMostBytes`, or the time limit is exceeded.
   */
  fetch(address: string, atMostBytes: number): Promise<Buffer>
  /**
   * Sends a request and returns the response, whatever its status. Does not follow a redirect. Throws NotFetchedError if the address is not
   * allowed, no complete response arrives in time, or its body is too large.
   */
  request(address: string, request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Sends a request and returns the response as soon as its headers have arrived, whatever its status. Refuses a redirect. Throws
   * NotFetchedError as `request` does; reading the body throws it too.
   */
  stream(address: string, request: OutboundStreamRequest): Promise<OutboundStream>
  /** Throws NotFetchedError if the address is not allowed. Does not connect and does not resolve the host name. */
  check(address: string): void
}

/** The addresses to which requests may be sent, and the time limit of a request. */
export type OutboundRules = {
  /** Origins on this machine that are allowed in addition to public addresses. For tests. */
  trusted?: readonly string[]
  /**
   * Hosts on this machine or in its network that the environment allows, as `host:port`. Plain http is allowed only for these hosts, and only if
   * the name resolves to no public address.
   */
  localHosts?: readonly string[]
  /** Resolves a host name, as `dns.lookup` does. Tests replace it. */
  resolve?: typeof ask
  /** The time limit of a request including its response, in milliseconds. The default is 5 seconds. */
  timeoutMilliseconds?: number
}

/**
 * Creates an Outbound that allows only https and public addresses, except for the origins in `trusted` and the hosts in `localHosts`, and does not
 * follow redirects.
 */
export function openOutbound({
  trusted = [],
  localHosts = [],
  resolve = ask,
  timeoutMilliseconds = 5_000,
}: OutboundRules = {}): Outbound {
  const allowedUrl = (address: string) => {
    if (!URL.canParse(address)) throw new NotFetchedError('no address', 'not-allowed')
    const url = new URL(address)
    const isKnown = trusted.includes(url.origin)
    const isLocal = localHosts.includes(hostAndPort(url)) && ['http:', 'https:'].includes(url.protocol)
    if (!isKnown && !isLocal && url.protocol !== 'https:') throw new NotFetchedError('not over https', 'not-https')
    if (url.username || url.password) throw new NotFetchedError('with a name or a password', 'not-allowed')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isPublic = isIP(host) === 0 ? null : isPublicAddress(host)
    if (isKnown || (isLocal && url.protocol === 'https:')) return { url, lookup: undefined }
    if (isLocal) {
      if (isPublic === true) throw new NotFetchedError('an address of a public machine over http', 'not-https')
      return { url, lookup: checkedLookup(resolve, (found) => !isPublicAddress(found)) }
    }
    if (isPublic === false) throw notPublic('an address of no public machine')
    return { url, lookup: checkedLookup(resolve, isPublicAddress) }
  }
  return {
    async fetch(address, atMostBytes) {
      const { url, lookup } = allowedUrl(address)
      const accepts = (status: number) => status === 200
      return (await send(url, lookup, { method: 'GET', atMostBytes, timeoutMilliseconds }, accepts)).body
    },
    async request(address, request) {
      const { url, lookup } = allowedUrl(address)
      return (request.isHttp2 ? sendHttp2 : send)(url, lookup, { timeoutMilliseconds, ...request })
    },
    async stream(address, request) {
      const { url, lookup } = allowedUrl(address)
      return openStream(url, lookup, request)
    },
    check: (address) => void allowedUrl(address),
  }
}

/** Returns the host and port of a URL, in the format of `localHosts`. */
export const hostAndPort = (url: URL) => `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`

/**
 * Returns a DNS lookup that refuses a name if one of its addresses is not allowed. The connection uses the addresses of this lookup, so that
 * the name cannot resolve to another address afterwards (DNS rebinding).
 */
const checkedLookup =
  (resolve: typeof ask, isAllowed: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new NotFetchedError('no such name'), '', 0)
      if (!found.every(({ address }) => isAllowed(address)))
        return done(notPublic('a name of no public machine'), '', 0)
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

function send(
  url: URL,
  lookup: LookupFunction | undefined,
  { method, headers, body, atMostBytes, timeoutMilliseconds }: OutboundRequest & { timeoutMilliseconds: number },
  accepts = (_status: number) => true,
): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  return new Promise((resolve, reject) => {
    let isConnected = false
    const fail = (error: unknown) => {
      const failure = notFetched(error, signal)
      failure.mayHaveArrived = isConnected
      reject(failure)
    }
    const open = url.protocol === 'https:' ? https.request : http.request
    // Without an agent, each request opens a new connection; a connection that an agent reuses would skip the lookup.
    const options = { agent: false, signal, method, ...(headers && { headers }), ...(lookup && { lookup }) }
    const request = open(url, options, (response) => {
      const status = response.statusCode ?? 0
      const parts: Buffer[] = []
      let length = 0
      const stop = (why: NotFetchedError) => {
        // Calls `fail` directly, because destroying the request emits no error if the whole response has already arrived.
        fail(why)
        request.destroy()
      }
      if (!accepts(status)) return stop(new NotFetchedError('not a 200'))
      // The Content-Length of a response to HEAD describes the body that the response omits.
      if (method !== 'HEAD' && Number(response.headers['content-length'] ?? 0) > atMostBytes) return stop(tooLarge())
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > atMostBytes) return stop(tooLarge())
        parts.push(part)
      })
      response.on('error', fail)
      response.on('end', () => resolve({ status, headers: response.headers, body: Buffer.concat(parts) }))
    })
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    )
    limitInformational(request)
    request.on('error', fail)
    request.end(body)
  })
}
