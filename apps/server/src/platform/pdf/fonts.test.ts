import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { fontFile, splitByFont, splitLongWords } from './fonts.ts'

const glyphsOf = (font: string, text: string) => (create(fontFile(font)) as Font).layout(text).glyphs
const shown = (text: string) => {
  const { pieces, hasUnknown } = splitByFont(text, 'normal')
  return { text: pieces.map((piece) => piece.text).join(''), hasUnknown, pieces }
}

test.each([
  ['emoji, whatever they are joined of', '👩‍👩‍👧 ❤️ 👍🏽 🇩🇪 1️⃣ 🏳️‍🌈 🫠'],
  ['signs', '→ ✓ ★ ☀ ♥ ♪ ≈ ∞ © ™'],
  ['four alphabets and their marks', 'Привет, Ελλάδα, žluťoučký, Việt Nam, x\u0323'],
  ['Hebrew and Arabic with their marks', 'שָׁלוֹם בן־גוריון, مُحَمَّدٌ لا، چگونه ٹھیک ٢٠٢٦ ﷺ'],
  ['lines', '\nfirst\n\nsecond 😀\nthird'],
])('%s are rendered, each in a font that has them @slow', (_, text) => {
  const { pieces, hasUnknown, text: set } = shown(text)
  expect([set, hasUnknown]).toEqual([text.normalize('NFC'), false])
  for (const { font, text: piece } of pieces) {
    const glyphs = glyphsOf(font, piece.replaceAll('\n', ''))
    // Glyph 0 of each font is the box for missing characters, so no text may use it.
    expect(
      glyphs.map(({ id }) => id),
      `${font}: ${piece}`,
    ).not.toContain(0)
  }
})

test('a joined emoji is rendered as one glyph', () => {
  const [piece] = splitByFont('👩‍👩‍👧', 'bold').pieces
  expect(piece?.font).toBe('emoji bold')
  expect(glyphsOf('emoji bold', piece?.text ?? '')).toHaveLength(1)
})

test('a run of characters that no font has becomes one placeholder and is reported', () => {
  expect(shown('Hello 日本 한국어, and on')).toMatchObject({ text: 'Hello […], and on', hasUnknown: true })
})

test('Arabic letters are joined, which those of the font for formulas are not', () => {
  const { pieces, hasUnknown } = splitByFont('\u2211 مرحبا', 'bold')
  expect([pieces.map(({ font }) => font), hasUnknown]).toEqual([['signs bold', 'arabic bold'], false])
  const joined = glyphsOf('arabic bold', 'ببب').map(({ id }) => id)
  // The bodies of the first, middle and last letter have different shapes; the dots below them are separate glyphs.
  expect(new Set(joined).size).toBe(4)
})

test('invisible characters are removed, and compatibility forms are rendered as their equivalents', () => {
  expect(shown('a\u200bb\u00ad\ufeffc\u202fd\te \u2028ﬁ ① H₂O')).toMatchObject({
    text: 'abc d    e \nfi 1 H2O',
    hasUnknown: false,
  })
})

test('only a long word has places where a line may break inside it, never inside a character', () => {
  expect(splitLongWords('A few words and a-hyphenated-one')).toEqual(['A few words and a-hyphenated-one'])
  const long = '👩‍👩‍👧e\u0301'.repeat(500)
  const parts = splitLongWords(`Before ${long} after`)
  expect(parts.join('')).toBe(`Before ${long} after`)
  expect(parts[0]).toBe('Before ')
  expect(parts.at(-1)).toBe(' after')
  expect(parts).toHaveLength(52)
  expect(parts.slice(1, -1).every((part) => part === '👩‍👩‍👧e\u0301'.repeat(10))).toBe(true)
})

test('a character with thousands of combining marks is cut, and counts as not shown whole', () => {
  const { pieces, hasUnknown } = splitByFont(`a${'\u0301'.repeat(19_000)}`, 'normal')
  expect(hasUnknown).toBe(true)
  expect(pieces.map(({ text }) => text).join('').length).toBeLessThan(40)
})
