import { plainTextOf } from '@attune/contract/common/rich-text'
import type { RichText } from '@attune/contract/common/rich-text.schemas'

const excerptLength = 160
/** The most characters of the search text, counted after Unicode decomposition. */
const foldedLength = 80_000

/** Normalizes a text for searching: ignores case, accents and the difference between ß and ss. */
export const foldForSearch = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/\s+/g, ' ')
    .trim()

/** The normalized words of a search; a text that contains all of them matches. */
export const searchWords = (search: string): string[] => foldForSearch(search).split(' ').filter(Boolean)

/** The derived columns of an entry: its excerpt and its search text. */
export function excerptAndSearchText(entry: { title: string; content: RichText; tags: string[] }) {
  const plain = plainTextOf(entry.content)
  const excerpt = truncate(plain.replace(/\s+/g, ' ').trim(), excerptLength)
  return { excerpt, folded: truncate(foldForSearch([entry.title, ...entry.tags, plain].join('\n')), foldedLength) }
}

/** The first characters, without splitting a surrogate pair. */
const truncate = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
