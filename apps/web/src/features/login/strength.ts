import { isPassword } from '@attune/contract/common/password'
import { languages } from '@attune/contract/common/text'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { currentLanguage } from '../../platform/language.ts'
import { guesser } from './guessed.ts'

export type Strength = 'weak' | 'medium' | 'strong'
/** What makes a weak password weak; each has a sentence that helps. */
export type Advice = 'rules' | 'own' | 'leaked' | 'guessable' | 'medium' | 'strong'

/** Guesses as a power of ten: below the first a leaked table is enough, above the second no machine of today. */
const bounds = { weak: 8, strong: 14 }

/** The three words of row 4.11. What does not keep the rules of 5.02 is weak, however long it would take to guess. */
export function wordFor(password: string, powerOfGuesses: number): Strength {
  const letters = new Set(password.toLowerCase()).size
  if (!isPassword(password) || letters < 5 || powerOfGuesses < bounds.weak) return 'weak'
  return powerOfGuesses < bounds.strong ? 'medium' : 'strong'
}

let known: Promise<ZxcvbnFactory> | null = null
let all: Promise<ZxcvbnFactory> | null = null

/** The words of the page's language come first; those of the others follow and count from the next letter on. */
async function ready(everything: boolean): Promise<ZxcvbnFactory> {
  known ??= guesser([currentLanguage()])
  const first = await known
  all ??= guesser([...languages]).then((more) => {
    known = all
    return more
  })
  return everything ? all : first
}

/** How long a password would withstand guessing, by somebody who knows what `about` says. Loaded when first asked. */
export async function strengthOf(password: string, about: string[] = [], everything = false) {
  const facts = about.flatMap((fact) => [fact, ...fact.split(/[@.\s]+/)]).filter((word) => word.length > 2)
  const { guessesLog10, sequence } = (await ready(everything)).check(password.slice(0, 64), facts)
  const strength = wordFor(password, guessesLog10)
  const found = (dictionary: string) => sequence.some((part) => part.dictionaryName === dictionary)
  const whyWeak = (): Advice => {
    if (!isPassword(password)) return 'rules'
    if (found('userInputs')) return 'own'
    return found('passwords') ? 'leaked' : 'guessable'
  }
  return { strength, advice: strength === 'weak' ? whyWeak() : strength }
}
