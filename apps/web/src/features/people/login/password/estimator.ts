import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * The number of words to use from each list, most frequent first. More words hardly change the estimate, but make the
 * page slower.
 */
const maxWords = 15_000
const list = (file: Promise<{ default: string[] }>) => file.then(({ default: words }) => words.slice(0, maxWords))

/**
 * Functions that load the lists of common words, first names and last names of a language. Each list is a separate
 * file.
 */
const lists: Record<Language, () => Promise<string[]>[]> = {
  en: () => [
    list(import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs')),
    list(import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs')),
    list(import('@zxcvbn-ts/language-en/dist/lastnames.json.mjs')),
  ],
  de: () => [
    list(import('@zxcvbn-ts/language-de/dist/commonWords.json.esm.js')),
    list(import('@zxcvbn-ts/language-de/dist/firstnames.json.esm.js')),
    list(import('@zxcvbn-ts/language-de/dist/lastnames.json.esm.js')),
  ],
  fr: () => [
    list(import('@zxcvbn-ts/language-fr/dist/commonWords.json.mjs')),
    list(import('@zxcvbn-ts/language-fr/dist/firstnames.json.mjs')),
    list(import('@zxcvbn-ts/language-fr/dist/lastnames.json.mjs')),
  ],
  es: () => [
    list(import('@zxcvbn-ts/language-es-es/dist/commonWords.json.mjs')),
    list(import('@zxcvbn-ts/language-es-es/dist/firstnames.json.mjs')),
    list(import('@zxcvbn-ts/language-es-es/dist/lastnames.json.mjs')),
  ],
}

/** Words about this product, and key sequences of German and French keyboards. */
const productWords =
  'attune therapy therapie terapia therapist praxis practice session client kunde patient qwertz azerty yxcvbn'

/**
 * Creates a password estimator that recognizes leaked passwords, keyboard patterns and the words of the given
 * languages.
 */
export async function createPasswordEstimator(languages: Language[]): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, passwords, graphs, ...words] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
    import('@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs'),
    ...languages.flatMap((language) => lists[language]()),
  ])
  const named = Object.fromEntries(words.map((each, place) => [`words-${place}`, each]))
  return new ZxcvbnFactory({
    dictionary: { passwords: passwords.default, productWords: productWords.split(' '), ...named },
    graphs: graphs.default,
  })
}
