import { foldForSearch } from '@attune/contract/common/text/text'

/** The maximum number of characters of a word in the search index, which has a limit of about 2,000 bytes per word. */
const wordLength = 100

/** Returns the different words of a text without case and accents. Only letters and digits are parts of words. */
export function wordsOf(text: string): string[] {
  const words = foldForSearch(text).split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words.filter(Boolean).map((word) => Array.from(word).slice(0, wordLength).join('')))]
}

/** Returns the query for texts that contain, for each word of a search, a word that begins with it; null if the search has no words. */
export function searchQueryOf(search: string): string | null {
  const words = wordsOf(search)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
