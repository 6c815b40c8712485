import type { KeyedSpan } from './numbers.ts'
import { commonWords, foldWord, spellingsOf, streetWords } from './words.ts'

type Word = { text: string; from: number; to: number }
type Case = 'any' | 'capital'
/** A sequence of words in an address. Each element contains the spellings of one word. */
type Phrase = { words: Set<string>[]; case: Case }

const wordPattern = /\p{L}[\p{L}\p{M}\p{Cf}]*|\p{N}+/gu
const betweenWords = /^[\s\u00a0,.;:/'\u2019()\-\u2010-\u2013]{0,4}$/u
const betweenSpans = /^[\s\u00a0,.;\-\u2010-\u2013]{1,3}$/u
const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(wordPattern), (match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))

const shortForms: Record<string, string> = {
  street: 'st',
  strasse: 'str',
  avenue: 'av',
  ave: 'av',
  avda: 'av',
  avenida: 'av',
  boulevard: 'bd',
  blvd: 'bd',
  road: 'rd',
  lane: 'ln',
  drive: 'dr',
  calle: 'c',
  plaza: 'pl',
  pza: 'pl',
  place: 'pl',
  platz: 'pl',
  square: 'sq',
  saint: 'st',
  sainte: 'ste',
}
const addressSpellings = (word: string): Set<string> =>
  new Set([...spellingsOf(word)].map((spelling) => shortForms[spelling] ?? spelling.replace(/strasse$/, 'str')))

const isNumber = (word: string): boolean => /^\p{N}/u.test(word)
const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word)
const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word)
/** Postal codes that contain letters: British, Canadian and Dutch ones. */
const letteredCode =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2})(?![\p{L}\p{N}])/giu

/** Splits the words of an address at its numbers: 'Lindenstraße 5 10115 Berlin' has the parts 'Lindenstraße' and 'Berlin'. */
function namedParts(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    const part = parts.at(-1) as string[]
    if (isNumber(word)) parts.push([])
    else if (part.length > 0 || parts.length === 1 || !/^(?:\p{L}|bis|ter)$/iu.test(word)) part.push(word)
  }
  return parts.filter((part) => part.length > 0)
}

function phrasesOfPart(part: readonly string[], add: (words: readonly string[], letters: Case) => void) {
  const [only = ''] = part
  if (part.length === 1) return add(part, commonWords.has(foldWord(only)) || only.length < 3 ? 'capital' : 'any')
  add(part, 'any')
  for (const word of part)
    if (isCapitalized(word) && word.length >= 3 && !streetWords.has(foldWord(word))) add([word], 'capital')
}

/** Splits a street name that is one word, such as 'Lindenstraße', into the two words of its other spelling; null for any other part of an address. */
const asTwoWords = (part: readonly string[]): string[] | null => {
  const folded = foldWord(part[0] ?? '')
  const stem = /^(.{3,})str(?:asse)?$/.exec(folded)?.[1]
  return part.length === 1 && stem ? [stem, 'str'] : null
}

function phrasesOf(address: string): Phrase[] {
  const phrases: Phrase[] = []
  const add = (words: readonly string[], letters: Case) =>
    words.length > 0 && phrases.push({ words: words.map(addressSpellings), case: letters })
  for (const code of address.match(letteredCode) ?? [])
    add(
      wordsOf(code).map(({ text }) => text),
      'any',
    )
  for (const line of address.split(/[\n,;]+/)) {
    const words = wordsOf(line.replace(letteredCode, ' ')).map(({ text }) => text)
    if (words.length > 1) add(words, 'any')
    const houseNumber = words.filter((word) => isNumber(word) && word.length <= 4 && !isYear(word)).slice(0, 1)
    for (const part of namedParts(words)) {
      phrasesOfPart(part, add)
      for (const written of [part, asTwoWords(part) ?? part]) {
        add([...written, ...houseNumber], written.length > 1 || houseNumber.length > 0 ? 'any' : 'capital')
        add([...houseNumber, ...written], written.length > 1 || houseNumber.length > 0 ? 'any' : 'capital')
      }
    }
    for (const word of words) if (isNumber(word) && word.length >= 4 && !isYear(word)) add([word], 'any')
  }
  return phrases.toSorted((one, other) => other.words.length - one.words.length)
}

const isSame = (one: Set<string>, other: Set<string>): boolean => [...one].some((spelling) => other.has(spelling))

/** Returns a function that finds the record's addresses in a text: whole addresses, and their streets, postal codes and cities on their own. */
export function addressFinder(addresses: readonly string[]): (text: string) => KeyedSpan[] {
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of addresses.flatMap(phrasesOf))
    for (const spelling of phrase.words[0] ?? []) byFirst.set(spelling, [...(byFirst.get(spelling) ?? []), phrase])
  return (text) => {
    if (byFirst.size === 0) return []
    const words = wordsOf(text).map((word) => ({ ...word, spellings: addressSpellings(word.text) }))
    const matches = (phrase: Phrase, at: number) =>
      phrase.words.every((wanted, offset) => {
        const [word, before] = [words[at + offset], words[at + offset - 1]]
        if (!word || !isSame(wanted, word.spellings)) return false
        if (phrase.case === 'capital' && !isCapitalized(word.text)) return false
        return offset === 0 || betweenWords.test(text.slice(before?.to, word.from))
      })
    const spans: { from: number; to: number }[] = []
    for (let at = 0; at < words.length;) {
      const word = words[at] as (typeof words)[number]
      const phrases = [...word.spellings].flatMap((spelling) => byFirst.get(spelling) ?? [])
      const length = Math.max(
        0,
        ...phrases.filter((phrase) => matches(phrase, at)).map((phrase) => phrase.words.length),
      )
      if (length > 0) spans.push({ from: word.from, to: words[at + length - 1]?.to ?? word.to })
      at += Math.max(1, length)
    }
    return joined(text, spans)
  }
}

/** Joins neighbouring parts of an address, so that a whole address becomes one placeholder. */
function joined(text: string, spans: readonly { from: number; to: number }[]): KeyedSpan[] {
  const result: { from: number; to: number }[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && betweenSpans.test(text.slice(last.to, span.from))) last.to = span.to
    else result.push({ ...span })
  }
  return result.map(({ from, to }) => ({
    key: foldWord(text.slice(from, to)).replace(/[^\p{L}\p{N}]/gu, ''),
    from,
    to,
    isKnown: true,
  }))
}
