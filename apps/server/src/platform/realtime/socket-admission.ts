import type { AccountId } from '@attune/contract/common/ids'
import type { IncomingMessage } from 'node:http'
import { isOtherThan } from '../auth/login/cookies.ts'
import type { LiveTickets } from '../auth/login/live-tickets.ts'
import type { Login, LoginReader } from '../auth/login/login.ts'
import type { Config } from '../config/config.ts'
import { checkAddress, isNativeOrigin, isSameOrigin } from '../http/request/check.ts'
import type { Site } from '../http/site/site.ts'
import { identifyingHeaders, isHttps } from './socket-request.ts'

export type SocketAuth = {
  readLogin(headers: Headers): Promise<Login | null>
  logins: Pick<LoginReader, 'byIds' | 'replacedAmong'>
  liveTickets: Pick<LiveTickets, 'use'>
}

type Deps = { config: Config; site: Site; auth: SocketAuth; countOf: (userId: AccountId) => number }
type Admission = { login: Login } | { status: number; reason: string }

const path = '/api/realtime'
/** Maximum number of sockets per account, to limit memory. */
const maxConnections = 50

const refused = (status: number, reason: string): Admission => ({ status, reason })

/** Returns the login for which a request may open a socket; otherwise the HTTP status that refuses the request. */
export async function admitSocket({ config, site, auth, countOf }: Deps, request: IncomingMessage): Promise<Admission> {
  const [asked, query] = (request.url ?? '').split('?', 2)
  if (asked !== path) return refused(404, 'Not Found')
  const named = new URLSearchParams(query)
  const ticket = named.get('ticket')
  const https = isHttps(request, config)
  const address = checkAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
  const isExpected = ticket === null ? isSameOrigin(request, https) : isNativeOrigin(request.headers.origin)
  if (address !== 'fine' || !isExpected) return refused(403, 'Forbidden')
  const own = await auth.readLogin(identifyingHeaders(request))
  const login = ticket === null ? own : await useTicket(auth, ticket, own)
  if (!login || login.isLocked || isOtherThan(login, named.get('account'))) return refused(401, 'Unauthorized')
  if (countOf(login.userId) >= maxConnections) return refused(429, 'Too Many Requests')
  return { login }
}

/**
 * Uses up a ticket and returns its login. Returns null if the ticket is invalid, if the login has ended, or if another login presents the ticket.
 */
async function useTicket(auth: SocketAuth, ticket: string, presentedBy: Login | null): Promise<Login | null> {
  const id = await auth.liveTickets.use(ticket)
  if (id === null || (presentedBy && presentedBy.id !== id)) return null
  return (await auth.logins.byIds([id]))[0] ?? null
}
