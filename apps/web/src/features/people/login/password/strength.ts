import { isPassword } from '@attune/contract/common/password'
import { languages } from '@attune/contract/common/text/text'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { createPasswordEstimator } from './estimator.ts'

export type PasswordStrength = 'weak' | 'medium' | 'strong'
/** The advice to show: the reason for a weak password, otherwise the strength. */
export type PasswordAdvice = 'rules' | 'own' | 'leaked' | 'guessable' | 'medium' | 'strong'

/**
 * The limits of the strength levels, as base-10 logarithms of the number of guesses that an attacker needs. A password
 * below `weak` is weak. A password from `strong` on is strong.
 */
const bounds = { weak: 8, strong: 14 }

/**
 * Returns the strength of a password [4.11]. A password that breaks the password rules [5.02] or has fewer than five
 * different characters is always weak. `powerOfGuesses` is the base-10 logarithm of the number of guesses.
 */
export function strengthLevel(password: string, powerOfGuesses: number): PasswordStrength {
  const letters = new Set(password.toLowerCase()).size
  if (!isPassword(password) || letters < 5 || powerOfGuesses < bounds.weak) return 'weak'
  return powerOfGuesses < bounds.strong ? 'medium' : 'strong'
}

let estimator: Promise<ZxcvbnFactory> | null = null
let fullEstimator: Promise<ZxcvbnFactory> | null = null

/**
 * Loads the estimator. With `everything`, waits for the words of all languages. Otherwise waits only for the words of
 * the page's language. The other languages load in the background, and later calls use them.
 */
async function loadEstimator(everything: boolean): Promise<ZxcvbnFactory> {
  estimator ??= createPasswordEstimator([currentLanguage()])
  const first = await estimator
  fullEstimator ??= createPasswordEstimator([...languages]).then((more) => {
    estimator = fullEstimator
    return more
  })
  return everything ? fullEstimator : first
}

/**
 * Returns the strength of a password against an attacker who knows the texts in `about`, such as the person's name, and the advice to show. The
 * first call loads the estimator. With `everything`, the estimate uses the words of all languages.
 */
export async function estimatePasswordStrength(password: string, about: string[] = [], everything = false) {
  const facts = about.flatMap((fact) => [fact, ...fact.split(/[@.\s]+/)]).filter((word) => word.length > 2)
  const { guessesLog10, sequence } = (await loadEstimator(everything)).check(password.slice(0, 64), facts)
  const strength = strengthLevel(password, guessesLog10)
  const found = (dictionary: string) => sequence.some((part) => part.dictionaryName === dictionary)
  const whyWeak = (): PasswordAdvice => {
    if (!isPassword(password)) return 'rules'
    if (found('userInputs')) return 'own'
    return found('passwords') ? 'leaked' : 'guessable'
  }
  return { strength, advice: strength === 'weak' ? whyWeak() : strength }
}
