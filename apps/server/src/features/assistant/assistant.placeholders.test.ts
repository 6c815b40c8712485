import { expect, test } from 'vitest'
import { createPlaceholders, type KnownWords } from './assistant.placeholders.ts'
import { madeUpRecord } from './assistant.records.testing.ts'

const nothing: KnownWords = { client: [], people: [], addresses: [], numbers: [], emails: [], own: [] }
const hide = (known: Partial<KnownWords>, text: string) => createPlaceholders({ ...nothing, ...known }).hide(text)

/** Particles and titles, which are no names alone. */
const particles = new Set('de la le del van der den von zu dr doña dona frau mme d l'.split(' '))
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
const spelledOut = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
const wordsIn = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u)
const digitsIn = (text: string) => text.replace(/[^\d|]/g, '')

/** Finds the words of a record in a text with placeholders. Shares no code with the placeholders. */
function leaks(hidden: string, known: KnownWords): string[] {
  const outside = hidden.replace(/\[[A-Z]+(?: \d+)?\]/g, ' | ')
  const words = new Set(wordsIn(outside))
  const names = [...known.client, ...known.people.flat(), ...known.own].flatMap((name) => [
    ...wordsIn(name),
    ...wordsIn(spelledOut(name)),
  ])
  const parts = [...new Set(names)].filter((part) => part.length >= 2 && !particles.has(part))
  const digits = digitsIn(outside)
  const numbers = known.numbers.map((number) => number.replace(/\D/g, '').slice(-8))
  const places = known.addresses.flatMap((address) => [
    ...address.split('\n').map((line) => wordsIn(line).join(' ')),
    ...(address.match(/\b\d{5}\b/g) ?? []),
    ...(address.match(/(?<=\d )\p{L}{4,}$/gmu) ?? []).map(folded),
  ])
  const flat = ` ${wordsIn(outside).join(' ')} `
  return [
    ...parts.filter((part) => words.has(part) || words.has(`${part}s`)),
    ...numbers.filter((number) => digits.includes(number)),
    ...known.emails.filter((email) => outside.toLowerCase().replaceAll(' ', '').includes(email)),
    ...places.filter((place) => flat.includes(` ${place} `)),
  ]
}

test('no name, nickname, address, number or email address of 500 made-up records leaves', () => {
  const found: string[] = []
  const languages = new Map<string, number>()
  for (let seed = 1; seed <= 500; seed++) {
    const { known, texts, language } = madeUpRecord(seed)
    languages.set(language, (languages.get(language) ?? 0) + 1)
    const placeholders = createPlaceholders(known)
    for (const text of texts) {
      const hidden = placeholders.hide(text)
      for (const leak of leaks(hidden, known)) found.push(`${seed}: ${leak}: ${text} → ${hidden}`)
    }
  }
  expect(found).toEqual([])
  expect([...languages.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr'])
  expect(Math.min(...languages.values())).toBeGreaterThan(80)
})

test('the check of the made-up records finds a word that leaves', () => {
  const { known, texts } = madeUpRecord(1)
  expect(texts.flatMap((text) => leaks(text, known)).length).toBeGreaterThan(10)
})
