import { foldForSearch, wordsForSearch } from '../../../common/text/text.ts'

export const searchLimits = {
  /** The maximum number of characters of a search. */
  query: 100,
  /** The maximum number of results of a kind. */
  perKind: 6,
  /** The minimum number of letters and digits of a search in texts. */
  textLetters: 3,
  /** The time without a key press after which texts are searched, in milliseconds. Enter searches them at once. */
  textDelay: 400,
} as const

/** The kinds of things that are found by their name, title, number or date. */
export const namedKinds = [
  'client',
  'therapist',
  'session',
  'task',
  'sent-form',
  'document',
  'invoice',
  'estimate',
  'superbill',
  'journal-entry',
  'task-template',
  'note-template',
  'form',
  'quick-reply',
] as const
export type NamedKind = (typeof namedKinds)[number]

/** The kinds of things that are found by a text. */
export const textKinds = ['note', 'client-note', 'message', 'journal-entry', 'entry-comment', 'task'] as const
export type TextKind = (typeof textKinds)[number]

/** Returns the different words of a search without case and accents. Only letters and digits are parts of words. */
export const searchedWords = (query: string): string[] => [...new Set(wordsForSearch(query))]

/** Whether a search has enough letters for a search of texts. */
export const isLongEnoughForTexts = (query: string) => searchedWords(query).join('').length >= searchLimits.textLetters

/** A part of a text: the positions of its first character and of the one after its last. */
export type SearchMark = [from: number, to: number]

/**
 * Returns the parts of a text that match the words of a search, in order and without overlaps. A searched word matches the beginnings of words; if no
 * word of the text begins with the searched word, it matches anywhere.
 */
export function marksIn(text: string, query: string): SearchMark[] {
  const { folded, starts } = foldWithPositions(text)
  const found = searchedWords(query).flatMap((word) => {
    const all = placesOf(folded, word)
    const beginnings = all.filter((at) => at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? ''))
    return (beginnings.length > 0 ? beginnings : all).map((at): SearchMark => [at, at + word.length])
  })
  return joined(found).map(([from, to]) => [starts[from] ?? 0, endOf(starts, to, text.length)])
}

/** Folds a text as `foldForSearch` does, but keeps white space, and returns for each folded character its position in the text. */
function foldWithPositions(text: string): { folded: string; starts: number[] } {
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const one = /\s/.test(character) ? ' ' : foldForSearch(character)
    folded += one
    for (let n = 0; n < one.length; n++) starts.push(at)
    at += character.length
  }
  return { folded, starts }
}

/** Returns the position in the text that corresponds to the folded position `to`, after the accents that follow the last character. */
function endOf(starts: readonly number[], to: number, length: number): number {
  const last = starts[to - 1]
  return starts.slice(to).find((start) => start !== last) ?? length
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at)
  return places
}

function joined(marks: SearchMark[]): SearchMark[] {
  const result: SearchMark[] = []
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/**
 * Returns the amounts in minor units that a search can mean, without its currency: '120,50' and '1.200' as well as '1,200.00'. A number without
 * decimals is read both for a currency with two decimals and for a currency without decimals.
 */
export function amountsIn(query: string): number[] {
  const typed = query.replace(/[\s\u00a0\u202f'’]|\p{Sc}|\b[a-z]{3}\b/giu, '')
  const parts = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed)
  if (!parts?.[1]) return []
  const whole = Number(parts[1].replace(/[.,]/g, ''))
  const minor = whole * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return parts[2] === undefined ? [minor, whole] : [minor]
}
