import type { AccountId } from '@attune/contract/common/ids'
import { loginLimits } from '@attune/contract/common/constants'
import { loginHeader } from '@attune/contract/features/people/native-app/native-app.rules'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The cookies that the server sets in the browser. `login`: the token of the active login. `half`: a sign-in that still needs its second factor.
 * `device`: marks a known device. `ceremony`: the challenge of a passkey ceremony. `state`: the state of a sign-in at a provider. `links`: the links
 * of payers that the browser has proved. `adding`: the account that is active while the person signs in with a further one.
 */
export type CookieKind = 'login' | 'half' | 'device' | 'ceremony' | 'state' | 'links' | 'adding'

/** The headers of a request. Names are not case-sensitive. */
export type RequestHeaders = Pick<Headers, 'get'>
/** The headers of a request and of its response. */
export type Exchange = { reqHeaders: RequestHeaders; resHeaders: Headers }

const suffix: Record<CookieKind, string> = {
  login: '',
  half: '.half',
  device: '.device',
  ceremony: '.ceremony',
  state: '.state',
  links: '.links',
  adding: '.adding',
}
const day = 24 * 60 * 60
/**
 * The lifetime of a login cookie in seconds. Clients have the longest limit of all roles, so the cookie uses that
 * limit. The server checks the shorter limits of other roles on each request.
 */
export const cookieSeconds = loginLimits.client.wholeDays * day
export const challengeSeconds = 10 * 60
export const ceremonySeconds = 5 * 60
export const deviceMaxAge = 365 * day

/**
 * Whether a request names a different account from that of its login. A page sends the account that it shows. A request without this header, for
 * example from another program, names no account.
 */
export const isOtherAccount = (headers: RequestHeaders, login: { userId: AccountId }): boolean =>
  isOtherThan(login, headers.get('x-attune-account'))

/** Whether `named`, the account that a page shows, differs from the account of the login. False if `named` is null. */
export const isOtherThan = (login: { userId: AccountId }, named: string | null): boolean =>
  named !== null && named !== login.userId

/** Adds the prefix `__Host-` on https, which ties the cookie to this host. Omits it on http, where browsers reject the prefix. */
export const cookieName = (kind: CookieKind, secure: boolean) => `${secure ? '__Host-' : ''}attune${suffix[kind]}`

/**
 * Whether a request came over https. Uses the scheme of the Origin header, which the request check has already compared with the
 * connection. If there is no Origin header, checks whether a cookie's name has the prefix `__Host-`.
 */
export function isSecure(headers: RequestHeaders): boolean {
  const origin = headers.get('origin')
  return origin === null
    ? /(^|;\s*)__Host-attune[=.]/.test(headers.get('cookie') ?? '')
    : origin.toLowerCase().startsWith('https:')
}

/** Returns the value of a cookie, still URI-encoded; null if the request has no such cookie. */
export function readCookie(headers: RequestHeaders, kind: CookieKind): string | null {
  const name = cookieName(kind, isSecure(headers))
  return cookiesOf(headers).find(([sent]) => sent === name)?.[1] || null
}

/** Returns the cookies of a request by their names, with values that are still URI-encoded. */
const cookiesOf = (headers: RequestHeaders) =>
  (headers.get('cookie') ?? '').split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : []
  })

/** Returns the name of the cookie for the login of one account, in a browser that holds several logins. */
const accountCookie = (userId: AccountId, secure: boolean) =>
  `${cookieName('login', secure)}.a.${userId.replaceAll('-', '')}`

/**
 * Returns the signed login tokens that a browser holds, by account, including the active account. The tokens are still URI-encoded and not
 * verified. Returns at most 20; none for a browser with a single account.
 */
export function readAccountCookies(headers: RequestHeaders): Map<string, string> {
  const prefix = accountCookie('', isSecure(headers))
  const found = cookiesOf(headers).flatMap(([name, value]): [string, string][] => {
    const id = name.startsWith(prefix) ? /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/.exec(name.slice(prefix.length)) : null
    return id && value ? [[id.slice(1).join('-'), value]] : []
  })
  return new Map(found.slice(0, 20))
}

/** Whether a request has a bearer token, which the native app and other programs send instead of a cookie. */
export const hasBearer = (headers: RequestHeaders): boolean => isBearer(headers.get('authorization'))
/** Whether the value of the header Authorization is a bearer token. */
export const isBearer = (authorization: string | null | undefined): boolean => /^bearer \S/i.test(authorization ?? '')

/**
 * Adds a cookie to the response; if `value` is null, deletes the cookie. `maxAge` is in seconds. A caller with a bearer token gets no cookie: the
 * response contains the new login in a header, which is empty if the login has ended.
 */
export function writeCookie(to: Exchange, kind: CookieKind, value: string | null, maxAge: number): void {
  if (!hasBearer(to.reqHeaders)) return append(to, cookieName(kind, isSecure(to.reqHeaders)), value, maxAge)
  if (kind === 'login') to.resHeaders.set(loginHeader, value ?? '')
}

/**
 * Adds the cookie for the login of one account to the response; if `signed` is null, deletes the cookie. Does nothing for a request with a bearer
 * token.
 */
export function writeAccountCookie(to: Exchange, userId: AccountId, signed: string | null): void {
  if (!hasBearer(to.reqHeaders)) append(to, accountCookie(userId, isSecure(to.reqHeaders)), signed, cookieSeconds)
}

function append(to: Exchange, name: string, value: string | null, maxAge: number): void {
  const age = value === null ? 0 : Math.floor(maxAge)
  to.resHeaders.append(
    'set-cookie',
    `${name}=${value ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${isSecure(to.reqHeaders) ? '; Secure' : ''}`,
  )
}

/** Returns `value.signature` in the format of Better Auth's cookies: HMAC-SHA-256 in base64, then URI-encoded. */
export const signCookie = (value: string, key: string) => encodeURIComponent(`${value}.${signature(value, key)}`)

/** Returns the value of a signed cookie, or null if the signature is wrong. Does not query the database. */
export function unsignCookie(signed: string, key: string): string | null {
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
