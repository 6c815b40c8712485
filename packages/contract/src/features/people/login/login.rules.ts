export const minVerificationCodeLength = 6

/** Whether a typed code is long enough to be sent: the code of an authenticator app or a recovery code. */
export const isVerificationCode = (typed: string) => typed.trim().length >= minVerificationCodeLength

/**
 * An email address by which its owner recognizes it and nobody else: the first letter of each part and the ending, such as 'a…@e….org'. Text
 * that is no address has nothing but its first letter.
 */
export function maskedEmail(email: string): string {
  const [name, domain] = email.split('@')
  const first = (text: string | undefined) => `${[...(text ?? '')][0] ?? ''}…`
  const ending = domain?.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return domain === undefined ? first(name) : `${first(name)}@${first(domain)}${ending}`
}
