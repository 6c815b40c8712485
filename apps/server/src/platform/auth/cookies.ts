import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the browser holds: the login, the half of a sign-in that awaits its second factor, and the mark of a known device. */
export type CookieKind = 'login' | 'half' | 'device'

const suffix: Record<CookieKind, string> = { login: '', half: '.half', device: '.device' }
const day = 24 * 60 * 60
export const deviceMaxAge = 365 * day

/** `__Host-` on https, where a browser keeps it to this host; the plain name on http, where every browser accepts it. */
export const cookieName = (kind: CookieKind, secure: boolean) => `${secure ? '__Host-' : ''}attune${suffix[kind]}`

/** The value of a cookie as it came, still encoded; null where there is none. */
export function readCookie(headers: Headers, kind: CookieKind, secure: boolean): string | null {
  const name = cookieName(kind, secure)
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}

/** Appends a cookie to the answer; `value` null takes it away. */
export function writeCookie(headers: Headers, kind: CookieKind, secure: boolean, value: string | null, maxAge: number): void {
  const age = value === null ? 0 : Math.floor(maxAge)
  headers.append(
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
