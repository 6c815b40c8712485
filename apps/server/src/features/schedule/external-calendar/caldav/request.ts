import type { IncomingHttpHeaders } from 'node:http'
import type { Outbound, OutboundRequest } from '../../../../platform/outbound/outbound.ts'
import { parseMultistatus } from './multistatus.ts'
import type { Multistatus } from './xml.ts'
import { problemOfStatus, throwFailure } from '../external-calendar.failures.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'

export type Credentials = { address: string; userName: string; password: string }
export type DavRequest = {
  method: Exclude<OutboundRequest['method'], 'POST' | 'PATCH'>
  url: string
  depth?: '0' | '1'
  body?: string
  headers?: Record<string, string>
}
export type DavAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; url: string }

/** The maximum size of a response, in bytes. A list of 20,000 events takes about 8 MB. */
const maxBytes = 16 * 1024 * 1024
const maxRedirects = 3
const timeoutMilliseconds = 20_000

/**
 * Returns a function that sends a request to a calendar server. Follows redirects only for reads and only on the same host. Throws CalendarFailure
 * if there is no response, if the server refuses the password, or if it redirects elsewhere.
 */
export function davRequests(outbound: Outbound, { userName, password }: Credentials) {
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  const send = async ({ method, url, depth, body, headers }: DavRequest, redirects = 0): Promise<DavAnswer> => {
    const answer = await outbound
      .request(url, {
        method,
        headers: {
          authorization,
          'user-agent': 'Attune',
          ...(depth && { depth }),
          ...(body !== undefined && { 'content-type': 'application/xml; charset=utf-8' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        atMostBytes: maxBytes,
        timeoutMilliseconds,
      })
      .catch(throwFailure)
    if (answer.status === 401) throw new CalendarFailure('unauthorized')
    if (answer.status >= 300 && answer.status < 400) {
      const to = redirectOf(url, answer.headers.location)
      const isRead = method === 'PROPFIND' || method === 'REPORT' || method === 'GET'
      if (!to || !isRead || redirects >= maxRedirects) throw new CalendarFailure('redirect')
      return send({ method, url: to, ...(depth && { depth }), ...(body !== undefined && { body }) }, redirects + 1)
    }
    return { status: answer.status, headers: answer.headers, body: answer.body, url }
  }
  return send
}
export type SendDav = ReturnType<typeof davRequests>

function redirectOf(from: string, location: string | undefined): string | null {
  if (!location || !URL.canParse(location, from)) return null
  const to = new URL(location, from)
  return to.origin === new URL(from).origin && !to.username && !to.password ? to.href : null
}

/** Sends a request whose response is a list of resources. Throws CalendarFailure for any other response. */
export async function sendForList(send: SendDav, request: DavRequest): Promise<Multistatus & { url: string }> {
  const answer = await send(request)
  if (answer.status !== 207) throw new CalendarFailure(problemOfStatus(answer.status))
  return { ...(await parseMultistatus(answer.body)), url: answer.url }
}

/** Domains of providers that distribute calendars among several hosts. All other cross-host addresses are refused. */
const sharedDomains = ['icloud.com']

/**
 * Resolves the address of a resource in a response; null if it is on another host. Normalizes percent-encoding, because servers may encode the same
 * resource differently, such as `thea@practice` and `thea%40practice`.
 */
export function resourceUrl(base: string, href: string): string | null {
  if (!href || !URL.canParse(href, base)) return null
  const [from, to] = [new URL(base), new URL(href, base)]
  to.hash = ''
  to.pathname = to.pathname.split('/').map(encodedOnce).join('/')
  if (to.username || to.password) return null
  if (to.origin === from.origin) return to.href
  const isShared = sharedDomains.some((domain) => [from, to].every(({ hostname }) => hostname.endsWith(`.${domain}`)))
  return isShared && to.protocol === 'https:' && to.port === from.port ? to.href : null
}

/** Normalizes a path segment to the percent-encoding of `encodeURIComponent`. Returns a segment that cannot be decoded unchanged. */
function encodedOnce(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return segment
  }
}
