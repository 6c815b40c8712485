import { z } from 'zod'
import { passwordMaximum, passwordMinimum } from './constants.ts'

/** The four rules of row 5.02, each true where the password keeps it. */
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

/** A password that is only compared: its rules may have been others when it was set. */
export const Password = z.string().min(1).max(passwordMaximum)
