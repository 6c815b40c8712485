import { expect, test } from 'vitest'
import { findQuote } from './quotations.ts'
import { madeUpRecord, pickFrom, randomFrom } from './records.testing.ts'

const spaces = [' ', '  ', '\n', '\u00a0', '\u202f', '\t', ' \n ']
const quotes = [
  ['"', '"'],
  ['„', '“'],
  ['« ', ' »'],
  ['‘', '’'],
]
const emoji = ['👩🏽‍⚕️', '🙂', '❤️', 'e\u0301te\u0301', '🇩🇪', '𝔸lpha', 'x̄']

/** Generates a source of a few sentences with emoji, combining characters and quotation marks, and takes a quotation from it. */
function quotationFrom(seed: number) {
  const random = randomFrom(seed)
  const { texts } = madeUpRecord(seed)
  const written = [
    pickFrom(random, texts),
    pickFrom(random, emoji),
    pickFrom(random, texts),
    pickFrom(random, texts),
  ].join(' ')
  const source = random() < 0.5 ? written : written.normalize(random() < 0.5 ? 'NFD' : 'NFC')
  const words = [...source.matchAll(/\S+/gu)].filter(([word]) => /[\p{L}\p{N}]/u.test(word))
  const length = 3 + Math.floor(random() * 5)
  const first = Math.floor(random() * (words.length - length))
  const [from, to] = [
    words[first]?.index ?? 0,
    (words[first + length - 1]?.index ?? 0) + (words[first + length - 1]?.[0].length ?? 0),
  ]
  return { random, source, words: source.slice(from, to), from, to }
}

const signs = /[\s"'«»“”„‘’]/gu
const withoutSigns = (text: string) => text.normalize('NFC').replace(signs, '')

/** Writes a quotation with other white space, quote signs and composition. The finder must ignore these differences. */
function rewritten(words: string, random: () => number): string {
  const spaced = words.replace(/\s+/g, () => pickFrom(random, spaces))
  const apostrophes = random() < 0.5 ? spaced.replaceAll('’', "'") : spaced.replaceAll("'", '’')
  const [open = '', close = ''] = random() < 0.5 ? ['', ''] : pickFrom(random, quotes)
  return open + apostrophes.normalize(random() < 0.5 ? 'NFC' : 'NFD') + close
}

test('2,000 quotations are found exact to the character @slow', () => {
  const wrong: string[] = []
  for (let seed = 1; seed <= 2_000; seed++) {
    const { random, source, words, from, to } = quotationFrom(seed)
    const quote = rewritten(words, random)
    const place = findQuote(quote, source)
    const slice = place && source.slice(place.from, place.to)
    const isExact =
      slice !== null &&
      withoutSigns(slice) === withoutSigns(words) &&
      slice.trim() === slice &&
      words.includes(slice.replace(/^[«»"„“‘]/u, ''))
    const isThere = place && ((place.from >= from && place.to <= to) || source.indexOf(slice ?? '') < from)
    if (!isExact || !isThere) wrong.push(`${seed}: ${quote} in ${source}: ${slice}`)
  }
  expect(wrong).toEqual([])
})

const others = ['never', 'fünf', 'toujours', 'nadie', 'zwanzig', 'Lisa', '7', 'nicht']
test('2,000 quotations with one word changed are refused @slow', () => {
  const found: string[] = []
  for (let seed = 1; seed <= 2_000; seed++) {
    const { random, source, words } = quotationFrom(seed)
    const parts = words.split(/(\s+)/u)
    const at = 2 * Math.floor((random() * (parts.length + 1)) / 2)
    const word = parts[at] ?? ''
    const changed = pickFrom(random, [
      () => pickFrom(random, others),
      () => `${word}n`,
      () => word.replace(/\p{L}(?=\P{L}*$)/u, '') || 'ohne',
      () =>
        word.replace(/\p{L}/u, (letter) =>
          letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
        ),
      () => `${word} ${pickFrom(random, others)}`,
    ])()
    const isThere = withoutSigns(source).includes(withoutSigns(parts.with(at, changed).join('')))
    const quote = parts.with(at, isThere ? 'xanders' : changed).join('')
    if (findQuote(quote, source)) found.push(`${seed}: ${quote} in ${source}`)
  }
  expect(found).toEqual([])
})

test.each([
  ['fewer than three words', 'slept badly', 'I slept badly again'],
  ['the end of a word is missing', 'I slept bad', 'I slept badly again'],
  ['the start of a word is missing', 'hen I slept', 'When I slept badly'],
  ['an omission', 'I slept … again', 'I slept badly again'],
  ['another case', 'i slept badly', 'I slept badly again'],
  ['the accent of a letter', 'elle a ete la', 'elle a été là'],
  ['a mark of the last letter is missing', 'the mean of x', 'the mean of x\u0304 is'],
  ['nothing', '', 'I slept badly'],
  ['quote signs alone', '„“ "" »«', 'I slept "badly" again'],
  ['another word order', 'badly slept I', 'I slept badly again'],
])('a quotation is refused: %s', (_, quote, source) => {
  expect(findQuote(quote, source)).toBeNull()
})

test.each([
  ['white space', 'I slept badly', 'So I  slept\n\nbadly again', 'I  slept\n\nbadly'],
  ['quote signs inside', 'she said "no" twice', 'she said “no” twice.', 'she said “no” twice'],
  ['guillemets with their spaces', 'il dit "non merci" hier', 'il dit « non merci » hier', 'il dit « non merci » hier'],
  ['an apostrophe', "I can't sleep", 'I can’t sleep', 'I can’t sleep'],
  [
    'decomposed letters',
    'été à Málaga',
    'e\u0301te\u0301 a\u0300 Ma\u0301laga',
    'e\u0301te\u0301 a\u0300 Ma\u0301laga',
  ],
  ['emoji before it', 'I am fine', '👩🏽‍⚕️🙂 I am fine', 'I am fine'],
  ['emoji inside', 'I am 🙂 fine', 'so I am 🙂 fine now', 'I am 🙂 fine'],
  ['a heart without its variation selector', 'I ❤ my dog', 'I ❤️ my dog', 'I ❤️ my dog'],
  ['a soft hyphen', 'my Bundeskanzler said', 'my Bundes\u00adkanzler said', 'my Bundes\u00adkanzler said'],
  [
    'the second place, because the first is part of a word',
    'an old cat',
    'than an old cats and an old cat',
    'an old cat',
  ],
])('a quotation is found in spite of %s', (_, quote, source, slice) => {
  const place = findQuote(quote, source)
  expect(place && source.slice(place.from, place.to)).toBe(slice)
})
