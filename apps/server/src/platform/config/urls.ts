import { isLoopback } from '../address.ts'
import { showValue } from './values.ts'

/** The end of a message about a value that may contain a password. */
const isHidden = 'Its value is not shown because it contains a password.'

/** Reads the public origin. Adds a sentence to `mistakes` if it is not one. */
export function readPublicUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    mistakes.push(`PUBLIC_URL must be an address such as https://practice.example, not ${showValue(value)}.`)
    return null
  }
  if (url.username || url.password) {
    mistakes.push(`PUBLIC_URL can't contain a user or a password. Use ${url.origin}.`)
  } else if (url.pathname !== '/' || url.search || url.hash) {
    mistakes.push(`PUBLIC_URL can't have a path. Use ${url.origin} instead of ${showValue(value)}.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    mistakes.push(
      `PUBLIC_URL must start with https://, not '${url.origin}'. Attune serves plain http only to this machine.`,
    )
  }
  return url.origin
}

/** Reads the address of the database. Adds a sentence without the value to `mistakes` if it is wrong. */
export function readDatabaseUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    mistakes.push(`DATABASE_URL must look like postgres://user:password@host:5432/database. ${isHidden}`)
  } else if (!url.username) {
    mistakes.push(`DATABASE_URL must include a user: postgres://user:password@host:5432/database. ${isHidden}`)
  }
  return value
}

/** Reads the address of the mail server. Adds a sentence without the value to `mistakes` if it is wrong. */
export function readSmtpUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    mistakes.push(`SMTP_URL must look like smtps://user:password@mail.example:465. ${isHidden}`)
  }
  return value
}

/** Reads the sender of emails. Adds a sentence to `mistakes` if it has no address. */
export function readMailFrom(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const address = /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(address.trim())) {
    mistakes.push(`MAIL_FROM must be an address such as Practice <post@practice.example>, not ${showValue(value)}.`)
  }
  return value
}
