import type { Language } from '@attune/contract/common/text'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What guessers try first, in this order of likelihood: rarer words make a guess hardly cheaper and the page slower. */
const longest = 15_000
const list = (file: Promise<{ default: string[] }>) => file.then(({ default: words }) => words.slice(0, longest))

/** Words, first and last names of a language; each list is a file of its own. */
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

/** Words of the product and of keyboards in use here. */
const ours =
  'attune therapy therapie terapia therapist praxis practice session client kunde patient qwertz azerty yxcvbn'

/** Passwords that leaked, keyboards, and the words of the given languages. */
export async function guesser(languages: Language[]): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, passwords, graphs, ...words] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
    import('@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs'),
    ...languages.flatMap((language) => lists[language]()),
  ])
  const named = Object.fromEntries(words.map((each, place) => [`words-${place}`, each]))
  return new ZxcvbnFactory({
    dictionary: { passwords: passwords.default, ours: ours.split(' '), ...named },
    graphs: graphs.default,
  })
}
