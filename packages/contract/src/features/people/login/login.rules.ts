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
