import { z } from 'zod'
import { passwordMaximum, passwordMinimum } from './constants.ts'

/** The four rules of row 5.02, each true if the password follows it. */
export function passwordRules(password: string) {
  return {
    length: password.length >= passwordMinimum,
    number: /[0-9]/.test(password),
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
  }
}

export const isPassword = (password: string) => Object.values(passwordRules(password)).every(Boolean)

/** A new password: at least 8 characters with a number, a lower and an upper case letter. */
export const NewPassword = z.string().max(passwordMaximum).refine(isPassword, 'WEAK_PASSWORD')

/** An existing password, which is only compared: other rules may have applied when it was set. */
export const Password = z.string().min(1).max(passwordMaximum)
