/** A place in a text, in UTF-16 code units. */
export type TextPlace = {
  from: number
  /** The offset after the last unit. */
  to: number
}

/** A text normalized for comparison. `starts` and `ends` map each unit of `flat` to its character in the original text. */
type FlatText = { flat: string; starts: number[]; ends: number[] }

const quoteSigns = /^["'`´\u00ab\u00bb\u2018-\u201f\u2032-\u2036\u2039\u203a\u02bc\u300c-\u300f\uff02\uff07]$/u
/** Signs that are used as an apostrophe between two letters. */
const apostrophes = /^['`´\u2018\u2019\u201b\u02bc\u2032\uff07]$/u
/** White space, and characters without width that no word needs: soft hyphens, variation selectors, byte order marks. */
const space = /^[\s\u0085]$/u
const ignored = /\u00ad|\u200b|\u2060|\ufe0e|\ufe0f|\ufeff/gu
const wordlike = /^[\p{L}\p{N}\p{M}]/u
const wordAtEnd = /[\p{L}\p{N}\p{M}]$/u
/** A character with its combining marks. */
const characters = /\P{M}\p{M}*|\p{M}+/gsu

/** The minimum number of words of a quotation. */
export const quotationWords = 3

/**
 * Normalizes a text for comparison: composes characters (NFC), collapses white space and removes quotation marks. Keeps an apostrophe inside a
 * word.
 */
function flatten(text: string): FlatText {
  const result: FlatText = { flat: '', starts: [], ends: [] }
  const add = (written: string, from: number, to: number) => {
    result.flat += written
    for (let unit = 0; unit < written.length; unit++) {
      result.starts.push(from)
      result.ends.push(to)
    }
  }
  const found = [...text.matchAll(characters)]
  for (const [index, match] of found.entries()) {
    const [from, to] = [match.index, match.index + match[0].length]
    const character = match[0].replace(ignored, '').normalize('NFC')
    if (character === '') continue
    if (space.test(character)) {
      if (result.flat !== '' && !result.flat.endsWith(' ')) add(' ', from, to)
    } else if (!quoteSigns.test(character)) add(character, from, to)
    else if (isApostrophe(character, found[index - 1]?.[0], found[index + 1]?.[0])) add("'", from, to)
  }
  return result
}

const isApostrophe = (sign: string, before = '', after = ''): boolean =>
  apostrophes.test(sign) && wordAtEnd.test(before) && wordlike.test(after)

/** Counts the words of a text. A placeholder is one word. */
const countWords = (text: string): number =>
  text
    .replace(/\[([A-Z]+) \d+\]/g, '$1')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Whether a match begins and ends between whole characters and whole words, so that 'slept bad' is not found in 'slept badly'. */
function isWhole({ flat, starts, ends }: FlatText, from: number, to: number): boolean {
  const splitsCharacter = (at: number) =>
    at > 0 && at < flat.length && starts[at] === starts[at - 1] && ends[at] === ends[at - 1]
  if (splitsCharacter(from) || splitsCharacter(to)) return false
  const isInWord = (at: number) => {
    const [before, after] = [lastCharacter(flat.slice(0, at)), flat.slice(at)]
    return wordAtEnd.test(before) && wordlike.test(after)
  }
  return !isInWord(from) && !isInWord(to)
}
const lastCharacter = (text: string): string => text.slice(-2)

/**
 * Returns a function that finds quotations in a source. White space and quotation marks may differ; everything else must match exactly. Returns null
 * if the source does not contain the quotation, or if the quotation has fewer than three words.
 */
export function quotationFinder(source: string): (quote: string) => TextPlace | null {
  const prepared = flatten(source)
  return (quote) => {
    const wanted = flatten(quote).flat.trim()
    if (countWords(wanted) < quotationWords) return null
    for (let at = prepared.flat.indexOf(wanted); at >= 0; at = prepared.flat.indexOf(wanted, at + 1)) {
      const end = at + wanted.length
      if (isWhole(prepared, at, end)) return { from: prepared.starts[at] ?? 0, to: prepared.ends[end - 1] ?? 0 }
    }
    return null
  }
}

/** Returns the place of a quotation in a source, as offsets in the original source; null if the source does not contain it word for word. */
export const findQuote = (quote: string, source: string): TextPlace | null => quotationFinder(source)(quote)
