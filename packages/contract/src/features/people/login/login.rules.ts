import type { KeptData } from './login.schemas.ts'

export const minVerificationCodeLength = 6

/** Whether a typed code is long enough to be sent: the code of an authenticator app or a recovery code. */
export const isVerificationCode = (typed: string) => typed.trim().length >= minVerificationCodeLength

/**
 * Masks an email address so that only its owner recognizes it: the first letter of each part and the top-level domain, such as 'a…@e….org'. Of a
 * text that is not an address, only the first letter remains.
 */
export function maskedEmail(email: string): string {
  const [name, domain] = email.split('@')
  const first = (text: string | undefined) => `${[...(text ?? '')][0] ?? ''}…`
  const ending = domain?.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return domain === undefined ? first(name) : `${first(name)}@${first(domain)}${ending}`
}

/** The kept data that the practice keeps outside the records of clients. */
const keptByPractice = [
  'name',
  'profile-details',
  'uploads',
  'feedback',
  'audit',
  'email-log',
  'erasure-list',
  'expiring-codes',
] as const satisfies KeptData[]

/** Whether the practice keeps a kind of data outside the records of clients. */
export const isKeptByPractice = (kept: KeptData) => keptByPractice.some((each) => each === kept)

/** The days for which the report of an erasure can be opened. */
export const erasureReportDays = 30
