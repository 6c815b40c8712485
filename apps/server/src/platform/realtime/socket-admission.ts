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

type Deps = { config: Config; site: Site; auth: SocketAuth }
export type SocketAdmission = { login: Login } | { status: number; reason: string }

const refused = (status: number, reason: string): SocketAdmission => ({ status, reason })

/** The parameters of the address that an upgrade request asks for. */
export const parametersOf = (request: IncomingMessage): URLSearchParams =>
  new URLSearchParams((request.url ?? '').split('?', 2)[1])

/** The path that an upgrade request asks for, without its parameters. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? ''

/**
 * Returns the login for which a request may open a socket; otherwise the HTTP status that refuses the request. A request identifies itself by its
 * cookie or, from the native app, by a ticket.
 */
export async function admitSocket(deps: Deps, request: IncomingMessage): Promise<SocketAdmission> {
  const ticket = parametersOf(request).get('ticket')
  if (upgradeOriginOf(deps, request) !== (ticket === null ? 'same' : 'native')) return refused(403, 'Forbidden')
  const own = await deps.auth.readLogin(identifyingHeaders(request))
  return admitLogin(request, ticket === null ? own : await useTicket(deps.auth, ticket, own))
}

/** Returns the origin of an upgrade request: a page of this site (`same`), the native app (`native`), or anything else (`other`). */
export function upgradeOriginOf({ config, site }: Pick<Deps, 'config' | 'site'>, request: IncomingMessage) {
  const https = isHttps(request, config)
  const address = checkAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
  if (address !== 'fine') return 'other'
  if (isNativeOrigin(request.headers.origin)) return 'native'
  return isSameOrigin(request, https) ? 'same' : 'other'
}

/** Admits a login to a socket unless it has ended, its screen is locked, or the page shows another account. */
export function admitLogin(request: IncomingMessage, login: Login | null): SocketAdmission {
  if (!login || login.isLocked || isOtherThan(login, parametersOf(request).get('account')))
    return refused(401, 'Unauthorized')
  return { login }
}

/**
 * Uses up a ticket and returns its login. Returns null if the ticket is invalid, if the login has ended, or if another login presents the ticket.
 */
export async function useTicket(auth: SocketAuth, ticket: string, presentedBy: Login | null): Promise<Login | null> {
  const id = await auth.liveTickets.use(ticket)
  if (id === null || (presentedBy && presentedBy.id !== id)) return null
  return (await auth.logins.byIds([id]))[0] ?? null
}
