import { isPassword } from '@attune/contract/common/password'
import { languages } from '@attune/contract/common/text'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { currentLanguage } from '../../platform/language.ts'
import { createPasswordEstimator } from './password-estimator.ts'

export type PasswordStrength = 'weak' | 'medium' | 'strong'
/** Why a password is weak, otherwise its strength; each has a text with advice. */
export type PasswordAdvice = 'rules' | 'own' | 'leaked' | 'guessable' | 'medium' | 'strong'

/** Guesses as powers of ten. Below `weak`, a leaked table is enough; from `strong` on, no current computer is fast enough. */
const bounds = { weak: 8, strong: 14 }

/** The three levels of row 4.11. A password that breaks the rules of 5.02 is weak, however hard it is to guess. */
export function strengthLevel(password: string, powerOfGuesses: number): PasswordStrength {
  const letters = new Set(password.toLowerCase()).size
  if (!isPassword(password) || letters < 5 || powerOfGuesses < bounds.weak) return 'weak'
  return powerOfGuesses < bounds.strong ? 'medium' : 'strong'
}

let estimator: Promise<ZxcvbnFactory> | null = null
let fullEstimator: Promise<ZxcvbnFactory> | null = null

/**
 * Loads the estimator. Unless `everything` is set, it waits only for the words of the page's language. The words of the
 * other languages load in the background, and later calls use them.
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

/** Estimates the strength of a password against an attacker who knows `about`. Loaded when first used. */
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
