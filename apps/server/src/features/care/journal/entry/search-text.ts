import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { foldForSearch } from '@attune/contract/common/text/text'

const excerptLength = 160
/** The maximum length of the search text in characters, counted after Unicode decomposition. */
const foldedLength = 80_000

/** Returns the normalized words of a search. A text matches if it contains all of them. */
export const searchWords = (search: string): string[] => foldForSearch(search).split(' ').filter(Boolean)

/**
 * Returns the values of two columns that are derived from an entry: its excerpt and its search text. Only the search
 * text contains the descriptions of images, because in the excerpt they would look like words of the author.
 */
export function excerptAndSearchText(entry: { title: string; content: RichText; tags: string[] }) {
  const plain = plainTextOf(entry.content)
  const written = plainTextOf(entry.content, { withImages: false })
  const excerpt = truncate(written.replace(/\s+/g, ' ').trim(), excerptLength)
  return { excerpt, folded: truncate(foldForSearch([entry.title, ...entry.tags, plain].join('\n')), foldedLength) }
}

/** Returns the first `length` characters without splitting a surrogate pair. */
const truncate = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
