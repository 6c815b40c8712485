import type { CallId, ClientId, LoginId } from '@attune/contract/common/ids'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../../platform/secrets/secrets.ts'

/** The ticket of a call: its id, the ticket of the login, which opens one socket, and the client for whom a guardian joins. */
type CallTicket = { call: CallId; ticket: string; actingFor: ClientId | null }

export const callTicket = ({ call, ticket, actingFor }: CallTicket): string =>
  [call, ticket, ...(actingFor ? [actingFor] : [])].join('.')

/** Splits the ticket of a call; null if it has another form. */
export function parseTicket(text: string): CallTicket | null {
  const [call, ticket, actingFor = null, ...rest] = text.split('.')
  if (!call || !ticket || rest.length > 0 || !isUuid(call)) return null
  return actingFor === null || isUuid(actingFor) ? { call, ticket, actingFor } : null
}

/**
 * The identity of a page in a call: the call, the login that joined, the id of the page, the time at which the page joined, in milliseconds since
 * 1970, and the client for whom a guardian has joined.
 */
export type JoinedPage = {
  call: CallId
  login: LoginId
  peer: string
  joinedAt: number
  actingFor: ClientId | null
}

type Key = Pick<Secrets, 'cookieKey'>

/**
 * Returns the secret with which a page opens its next socket. The secret is signed rather than stored, so each node accepts it, even after a restart.
 */
export const resumeSecret = (page: JoinedPage, key: Key): string => `${textOf(page)}.${signature(page, key)}`

/** Returns the page of a resume secret; null if the secret is malformed or was not signed with this key. */
export function openResumeSecret(secret: string, key: Key): JoinedPage | null {
  const [call = '', login = '', peer = '', joined = '', client = '', signed = ''] = secret.split('.')
  if (![call, login, peer, ...(client ? [client] : [])].every(isUuid) || !/^\d{1,15}$/.test(joined)) return null
  const page = { call, login, peer, joinedAt: Number(joined), actingFor: client || null }
  const expected = Buffer.from(signature(page, key))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? page : null
}

const textOf = ({ call, login, peer, joinedAt, actingFor }: JoinedPage) =>
  [call, login, peer, joinedAt, actingFor ?? ''].join('.')
const signature = (page: JoinedPage, { cookieKey }: Key) =>
  createHmac('sha256', cookieKey)
    .update(`resume a call: ${textOf(page)}`)
    .digest('base64url')

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
