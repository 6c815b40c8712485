import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** The characters of scripts that are written from right to left, and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b][\udc00-\udfff]/

/** The direction in which a paragraph begins. */
export type Direction = 'ltr' | 'rtl'
/** A part of a line. `from` is its position in the line. */
export type VisualPart = { text: string; from: number }
type Part = VisualPart & { level: number; isWord: boolean }

/** Whether a text has a character of a script that is written from right to left. */
export const hasRightToLeft = (text: string) => rightToLeft.test(text)

/** Returns the direction of a paragraph, which is the direction of its first letter. */
export const directionOf = (paragraph: string): Direction =>
  hasRightToLeft(paragraph) && bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'

/**
 * Returns the parts of a line in the order in which they are drawn from left to right, by the Unicode bidirectional algorithm. A word that is written
 * from right to left is one part, in the order in which it is read: the font puts its letters in order and joins them. No part crosses one of the
 * `boundaries`, which are positions in the line. Brackets between such words are mirrored.
 */
export function visualParts(line: string, direction: Direction, boundaries: readonly number[] = []): VisualPart[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const parts: Part[] = []
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index] ?? 0
    // Arabic digits are drawn one by one: they are read from left to right, but the font would reverse them like letters.
    const isWord = level % 2 === 0 ? !hasRightToLeft(segment) : /^\p{L}/u.test(segment)
    const last = parts.at(-1)
    if (last?.level === level && last.isWord && isWord && !boundaries.includes(index)) last.text += segment
    else parts.push({ text: shownAt(level, segment), from: index, level, isWord })
  }
  return reordered(parts).map(({ text, from }) => ({ text, from }))
}

const shownAt = (level: number, segment: string) =>
  level % 2 === 0 ? segment : (bidi.getMirroredCharacter(segment) ?? segment)

/** Reverses each sequence of parts whose levels are at least as high as each odd level, from the highest level down. */
function reordered(parts: Part[]): Part[] {
  let order = parts
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level--) {
    const next: Part[] = []
    let sequence: Part[] = []
    for (const part of order) {
      if (part.level >= level) sequence.unshift(part)
      else {
        next.push(...sequence, part)
        sequence = []
      }
    }
    order = [...next, ...sequence]
  }
  return order
}
