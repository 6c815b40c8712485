import { isPassword } from '@attune/contract/common/password'
import { languages } from '@attune/contract/common/text'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { currentLanguage } from '../../platform/language.ts'
import { createPasswordEstimator } from './password-estimator.ts'

export type PasswordStrength = 'weak' | 'medium' | 'strong'
/** Which advice is shown. For a weak password it names the reason; otherwise it is the strength. */
export type PasswordAdvice = 'rules' | 'own' | 'leaked' | 'guessable' | 'medium' | 'strong'

/**
 * Limits of the strength levels, as powers of ten of the guesses that an attacker needs. A password below `weak` is
 * weak; a password from `strong` on is strong.
 */
const bounds = { weak: 8, strong: 14 }

/**
 * Returns one of the three levels of row 4.11. A password that breaks the rules of 5.02 or has fewer than five
 * different characters is weak, however many guesses it needs.
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
 * the page's language; the other languages load in the background, and later calls use them.
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
 * Estimates the strength of a password against an attacker who knows the texts in `about`, e.g. the name. The estimator
 * is loaded by the first call.
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
