import { publicAddressFaults } from '@attune/contract/common/text/public-address'
import { showValue } from './values.ts'

/** The end of a message about a value that may contain a password. */
const isHidden = 'Its value is not shown because it contains a password.'

/** Reads the public origin. Adds a sentence to `mistakes` if it is not one. */
export function readPublicUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const faults = publicAddressFaults(value)
  if (faults.includes('not-an-address')) {
    mistakes.push(`PUBLIC_URL must be an address such as https://practice.example, not ${showValue(value)}.`)
    return null
  }
  const { origin } = new URL(value)
  if (faults.includes('credentials')) mistakes.push(`PUBLIC_URL can't contain a user or a password. Use ${origin}.`)
  if (faults.includes('path'))
    mistakes.push(`PUBLIC_URL can't have a path. Use ${origin} instead of ${showValue(value)}.`)
  if (faults.includes('plain-http'))
    mistakes.push(
      `PUBLIC_URL must start with https://, not '${origin}'. Attune serves plain http only to this machine.`,
    )
  return origin
}

/** The characters that a user and a password in an address may contain without being encoded. */
const plainInAddress = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i

/**
 * Whether the user or the password in an address contains a character that must be encoded, such as `#`. The last `@` ends them, because a host
 * contains none.
 */
export function hasPlainPassword(value: string): boolean {
  const [, rest = ''] = /^[a-z]+:\/\/(.*)$/is.exec(value) ?? []
  const end = rest.lastIndexOf('@')
  return end >= 0 && !plainInAddress.test(rest.slice(0, end))
}

const encodeHint =
  'Encode special characters of the user and the password: @ as %40, / as %2F, # as %23, ? as %3F, % as %25, : as %3A.'

/** Returns the hint if an address was probably misread because of characters that are not encoded; otherwise an empty text. */
const hintFor = (value: string) => (hasPlainPassword(value) ? ` ${encodeHint}` : '')

/** Returns a message for the start if the password in SMTP_URL is not encoded; none otherwise. */
export const passwordNotes = (smtpUrl: string | null): string[] =>
  smtpUrl !== null && hasPlainPassword(smtpUrl)
    ? [
        `SMTP_URL contains a special character that isn't encoded, so the mail server may get a wrong password. ${encodeHint}`,
      ]
    : []

/** Reads the address of the database. Adds a sentence without the value to `mistakes` if it is wrong. */
export function readDatabaseUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    mistakes.push(
      `DATABASE_URL must look like postgres://user:password@host:5432/database. ${isHidden}${hintFor(value)}`,
    )
  } else if (!url.username) {
    mistakes.push(
      `DATABASE_URL must include a user: postgres://user:password@host:5432/database. ${isHidden}${hintFor(value)}`,
    )
  }
  return value
}

/** Reads the address of the mail server. Adds a sentence without the value to `mistakes` if it is wrong. */
export function readSmtpUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  // If the password contains `#`, `/` or `?`, the address ends at this character, and its user is read as the host.
  const isCut = url !== null && url.username === '' && value.includes('@')
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname || isCut) {
    mistakes.push(`SMTP_URL must look like smtps://user:password@mail.example:465. ${isHidden}${hintFor(value)}`)
  }
  return value
}

/** Reads the sender of emails. Adds a sentence to `mistakes` if it has no address. */
export function readMailFrom(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const [, name = '', bracketed] = /^(.*)<([^<>]*)>\s*$/s.exec(value) ?? []
  const address = (bracketed ?? value).trim()
  if (/[<>]/.test(name) || !/^[^\s@<>"(),:;]+@[^\s@<>"(),:;.]+(?:\.[^\s@<>"(),:;.]+)*$/.test(address)) {
    mistakes.push(`MAIL_FROM must be an address such as Practice <post@practice.example>, not ${showValue(value)}.`)
  }
  return value
}
