import { isPassword } from '@attune/contract/common/password'

export type Strength = 'weak' | 'medium' | 'strong'

/** Seen first by whoever guesses, in the four languages; the words of the product too. */
const common =
  'password passwort passwd contrasena motdepasse secret geheim secreto admin administrator welcome willkommen bienvenue bienvenido hello hallo bonjour hola letmein login ' +
  'master monkey dragon sunshine princess football fussball baseball superman batman iloveyou ichliebedich jetaime teamo summer sommer winter spring autumn herbst verano invierno ' +
  'qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh asdfghjkl yxcvbn zxcvbn qazwsx 1q2w3e 1q2w3e4r abc123 123456 123456789 12345678 111111 000000 ' +
  'monday january freedom shadow michael jennifer jordan thomas daniel sarah anna maria julia berlin hamburg paris madrid london ' +
  'attune therapy therapie terapia therapist practice praxis session client kunde patient doctor doktor'

/** Guesses as a power of ten: below the first a leaked table is enough, above the second no machine of today. */
const bounds = { weak: 8, strong: 14 }

/** The three words of row 4.11. What does not keep the rules of 5.02 is weak, however long it would take to guess. */
export function wordFor(password: string, powerOfGuesses: number): Strength {
  const letters = new Set(password.toLowerCase()).size
  if (!isPassword(password) || letters < 5 || powerOfGuesses < bounds.weak) return 'weak'
  return powerOfGuesses < bounds.strong ? 'medium' : 'strong'
}

let estimator: Promise<(password: string, about: string[]) => number> | null = null

function load() {
  estimator ??= import('@zxcvbn-ts/core').then(({ ZxcvbnFactory }) => {
    const guess = new ZxcvbnFactory({ dictionary: { common: common.split(' ') } })
    return (password: string, about: string[]) => guess.check(password.slice(0, 64), about).guessesLog10
  })
  return estimator
}

/** How long a password would withstand guessing, by somebody who knows what `about` says. Loaded when first asked. */
export async function strengthOf(password: string, about: string[] = []): Promise<Strength> {
  const known = about.flatMap((fact) => [fact, ...fact.split(/[@.\s]+/)]).filter((word) => word.length > 2)
  return wordFor(password, (await load())(password, known))
}
