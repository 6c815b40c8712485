import { plainOf, type RichText } from '@attune/contract/common/rich-text'

const excerptLength = 160
/** What decomposing could make of a text of full length at most. */
const foldedLength = 80_000

/** A text as searches see it: without capitals, accents and the difference between ß and ss. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/\s+/g, ' ')
    .trim()

/** The words of a search, folded: a text that holds them all is found. */
export const wordsOf = (search: string): string[] => fold(search).split(' ').filter(Boolean)

/** What of an entry is kept beside its document: its first words, and what a search looks into. */
export function shortOf(entry: { title: string; content: RichText; tags: string[] }) {
  const plain = plainOf(entry.content)
  const excerpt = whole(plain.replace(/\s+/g, ' ').trim(), excerptLength)
  return { excerpt, folded: whole(fold([entry.title, ...entry.tags, plain].join('\n')), foldedLength) }
}

/** The first characters, and none of them by half. */
const whole = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
