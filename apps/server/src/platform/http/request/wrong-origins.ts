import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { WrongOrigin } from '../site/site.ts'

/** The minimum time between two log lines about wrong origins, in milliseconds, because anyone can send such calls. */
const logMilliseconds = 60_000

/**
 * Returns a function that logs a call whose Origin is not the address in its Host header, and remembers it for the admins. If a proxy drops the port
 * from Host, every call of a page is refused, and the addresses show the cause.
 */
export function createOriginLog({ site, clock, log }: Pick<AppContext, 'site' | 'clock' | 'log'>) {
  const isLogDue = limitLog(logMilliseconds)
  return (request: FastifyRequest) => {
    const found = wrongOriginOf(request, clock.now())
    if (isOfOwnPage(request)) site.rememberWrongOrigin(found)
    if (!isLogDue(found.at)) return
    log.warn('a call was refused because its Origin is not the address in its Host header', {
      requestId: request.id,
      code: `Origin: ${found.origin ?? 'none'}, Host: ${found.host ?? 'none'}, PUBLIC_URL: ${site.publicOrigin() ?? 'none'}`,
    })
  }
}

/** The minimum time between two log lines about wrong hosts, in milliseconds. Programs that search the internet send such calls all the time. */
const hostLogMilliseconds = 60 * 60_000

/**
 * Returns a function that logs a call whose Host header is not the public address. If a proxy passes on the name by which it reaches this server,
 * every page is refused, and only the log shows the cause.
 */
export function createHostLog({ site, clock, log }: Pick<AppContext, 'site' | 'clock' | 'log'>) {
  const isLogDue = limitLog(hostLogMilliseconds)
  return (request: FastifyRequest) => {
    if (!isLogDue(clock.now())) return
    const host = hostIn(request)
    log.warn('a call was refused because its Host header is not the public address', {
      requestId: request.id,
      code: `Host: ${host ?? 'none'}, PUBLIC_URL: ${site.publicOrigin() ?? 'none'}`,
    })
  }
}

/** Returns a function that returns whether a line may be logged at an instant. It may if the last line was at least `milliseconds` ago. */
function limitLog(milliseconds: number): (at: Date) => boolean {
  let loggedAt = -Infinity
  return (at) => {
    if (at.getTime() - loggedAt < milliseconds) return false
    loggedAt = at.getTime()
    return true
  }
}

const wrongOriginOf = (request: FastifyRequest, at: Date): WrongOrigin => ({
  at,
  origin: originIn(request.headers.origin),
  host: hostIn(request),
})

const hostIn = ({ headers }: FastifyRequest): string | null =>
  originIn(`https://${headers.host ?? ''}`)?.slice('https://'.length) ?? null

/** Returns the origin in a header, without anything else that a browser could send; null if the header contains no valid one. */
function originIn(header: string | undefined): string | null {
  return header !== undefined && header.length <= 200 && URL.canParse(header) ? new URL(header).origin : null
}

/** Whether the browser marks the call as made by a page of this product. Pages of other websites cannot set this header. */
const isOfOwnPage = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'same-origin'
