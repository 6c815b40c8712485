import { login as loginLimits } from '@attune/contract/common/constants'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What the browser holds: the login, the half of a sign-in that awaits its second factor, the mark of a known device, and the
 * question that a passkey or a provider is about to answer.
 */
export type CookieKind = 'login' | 'half' | 'device' | 'ceremony' | 'state'

/** The headers of a request, by their names in lower case. */
export type RequestHeaders = Pick<Headers, 'get'>
/** A request with the headers of its answer. */
export type Exchange = { reqHeaders: RequestHeaders; resHeaders: Headers }

const suffix: Record<CookieKind, string> = {
  login: '',
  half: '.half',
  device: '.device',
  ceremony: '.ceremony',
  state: '.state',
}
const day = 24 * 60 * 60
/** The longest that any role may stay; the limit of the role is checked at each request. */
export const cookieSeconds = loginLimits.client.wholeDays * day
export const challengeSeconds = 10 * 60
export const ceremonySeconds = 5 * 60
export const deviceMaxAge = 365 * day

/** `__Host-` on https, where a browser keeps it to this host; the plain name on http, where every browser accepts it. */
export const cookieName = (kind: CookieKind, secure: boolean) => `${secure ? '__Host-' : ''}attune${suffix[kind]}`

/**
 * Whether a request came over https. Its Origin says so, which the gate has compared with the connection before; a request
 * without one brings its cookies under the name that they were given.
 */
export function isSecure(headers: RequestHeaders): boolean {
  const origin = headers.get('origin')
  return origin === null
    ? /(^|;\s*)__Host-attune[=.]/.test(headers.get('cookie') ?? '')
    : origin.toLowerCase().startsWith('https:')
}

/** The value of a cookie as it came, still encoded; null where there is none. */
export function readCookie(headers: RequestHeaders, kind: CookieKind): string | null {
  const name = cookieName(kind, isSecure(headers))
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}

/** Appends a cookie to the answer of a request; `value` null takes it away. */
export function writeCookie(to: Exchange, kind: CookieKind, value: string | null, maxAge: number): void {
  const secure = isSecure(to.reqHeaders)
  const age = value === null ? 0 : Math.floor(maxAge)
  to.resHeaders.append(
    'set-cookie',
    `${cookieName(kind, secure)}=${value ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}

/** `value.signature` as Better Auth writes its cookies: HMAC-SHA-256 in base64, then URI-encoded. */
export const sign = (value: string, key: string) => encodeURIComponent(`${value}.${signature(value, key)}`)

/** The value of a signed cookie, or null where the signature is not ours. Costs no query. */
export function unsign(signed: string, key: string): string | null {
  const whole = decode(signed)
  const at = whole.lastIndexOf('.')
  if (at < 1) return null
  const value = whole.slice(0, at)
  const given = Buffer.from(whole.slice(at + 1))
  const right = Buffer.from(signature(value, key))
  return given.length === right.length && timingSafeEqual(given, right) ? value : null
}

const signature = (value: string, key: string) => createHmac('sha256', key).update(value).digest('base64')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
