import { passwordMinimum } from './constants.ts'

/** Returns for each of the four rules for passwords whether the password follows the rule (row 5.02). */
export function passwordRules(password: string) {
  return {
    length: password.length >= passwordMinimum,
    number: /[0-9]/.test(password),
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
  }
}

export const isPassword = (password: string) => Object.values(passwordRules(password)).every(Boolean)
