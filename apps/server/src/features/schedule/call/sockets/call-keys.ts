import type { CallId, LoginId } from '@attune/contract/common/ids'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../../platform/secrets/secrets.ts'

/** The ticket of a call: its id, and the ticket of the login, which opens one socket. */
export const callTicket = (call: CallId, ticket: string): string => `${call}.${ticket}`

/** Splits the ticket of a call; null if it has another form. */
export function parseTicket(text: string): { call: CallId; ticket: string } | null {
  const [call, ticket, ...rest] = text.split('.')
  return call && ticket && rest.length === 0 && isUuid(call) ? { call, ticket } : null
}

/** A page of a call as the server knows it: the call, the login that joined, the id of the page, and when it joined, in milliseconds since 1970. */
export type JoinedPage = { call: CallId; login: LoginId; peer: string; joinedAt: number }

type Key = Pick<Secrets, 'cookieKey'>

/** The secret with which a page opens its next socket. It is stored nowhere, so that each node accepts it, also after a restart. */
export const resumeSecret = (page: JoinedPage, key: Key): string => `${textOf(page)}.${signature(page, key)}`

/** The page of a resume secret; null if the secret was not made here. */
export function openResumeSecret(secret: string, key: Key): JoinedPage | null {
  const [call = '', login = '', peer = '', joined = '', signed = ''] = secret.split('.')
  if (![call, login, peer].every(isUuid) || !/^\d{1,15}$/.test(joined)) return null
  const page = { call, login, peer, joinedAt: Number(joined) }
  const expected = Buffer.from(signature(page, key))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? page : null
}

const textOf = ({ call, login, peer, joinedAt }: JoinedPage) => `${call}.${login}.${peer}.${joinedAt}`
const signature = (page: JoinedPage, { cookieKey }: Key) =>
  createHmac('sha256', cookieKey)
    .update(`resume a call: ${textOf(page)}`)
    .digest('base64url')

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
