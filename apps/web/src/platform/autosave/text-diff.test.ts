// @vitest-environment node
import { expect, test } from 'vitest'
import { mergeLines, diffWords, diffSide } from './text-diff.ts'

const part = (first: string, second: string, kind: 'first' | 'second') =>
  diffSide(diffWords(first, second), kind)
    .map(({ text }) => text)
    .join('')

test('two texts are compared word by word', () => {
  expect(diffWords('She slept well.', 'She slept very well.')).toEqual([
    { in: 'both', text: 'She slept ' },
    { in: 'second', text: 'very ' },
    { in: 'both', text: 'well.' },
  ])
  expect(diffWords('in her words.\n', 'in her words.\n\nMore').filter((piece) => piece.in !== 'both')).toEqual([
    { in: 'first', text: '\n' },
    { in: 'second', text: '\n\nMore' },
  ])
  expect(diffWords('', '')).toEqual([])
})

test('both texts can be restored from the comparison', () => {
  const texts = ['', 'one', 'one two\n\nthree', '  two\nthree four ', 'three\none', 'a\u00a0b  c\n']
  for (const first of texts)
    for (const second of texts) {
      expect(part(first, second, 'first')).toBe(first)
      expect(part(first, second, 'second')).toBe(second)
    }
})

test('adjacent words that differ are marked as one', () => {
  expect(diffSide(diffWords('Sleep. From the phone', 'Sleep. Written at home'), 'second')).toEqual([
    { text: 'Sleep. ', differs: false },
    { text: 'Written at home', differs: true },
  ])
})

test('a merged text has every line of both in order, and common lines once', () => {
  expect(mergeLines('Sleep\nWork better', 'Sleep\nWork\nChristmas')).toBe('Sleep\nWork better\nWork\nChristmas')
  expect(mergeLines('same', 'same')).toBe('same')
  const [first, second] = ['a\nb\nc\nd', 'x\nb\ny\nd\nz']
  const lines = mergeLines(first, second).split('\n')
  for (const text of [first, second]) {
    let at = -1
    for (const line of text.split('\n')) {
      at = lines.indexOf(line, at + 1)
      expect(at).toBeGreaterThanOrEqual(0)
    }
  }
})

test('two long texts without anything in common are compared as a whole', () => {
  const long = (word: string) => Array.from({ length: 9_000 }, (_, place) => `${word}${place}`).join(' ')
  const pieces = diffWords(long('a'), long('b'))
  expect(pieces.map((piece) => piece.in)).toEqual(['first', 'second'])
})
