import type { JournalEntryId } from '@attune/contract/common/ids'
import { emptyRichText, isBlankRichText, richTextLength } from '@attune/contract/common/rich-text/rich-text'
import { maxJournalEntryLength } from '@attune/contract/features/care/journal/journal.rules'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { createId } from '../../../../platform/api/api.ts'
import type { Saved } from '../../../../platform/autosave/saved-value.states.ts'
import { toRichText } from '../../../../ui/rich-text/to-rich-text.ts'

/** The draft name of an entry that was never saved. */
export const newEntryDraftName = 'journal-new'
export const entryDraftName = (id: JournalEntryId) => `journal-${id}`

export const emptyEntry = (now: Date): Required<JournalEntryInput> => ({
  id: createId(),
  version: 0,
  title: '',
  content: emptyRichText,
  mood: null,
  tags: [],
  writtenAt: now.toISOString(),
  files: [],
})

/** Returns the fields of an entry from the server that the editor shows and saves. */
export const entryInputOf = (entry: JournalEntryDetail): Required<JournalEntryInput> => ({
  id: entry.id,
  version: entry.version,
  title: entry.title,
  content: toRichText(entry.content),
  mood: entry.mood,
  tags: entry.tags,
  writtenAt: entry.writtenAt,
  files: entry.files.map(({ id }) => id),
})

/** The fields that the editor shows, without the version that they are based on. */
export type EntryContent = Omit<JournalEntryInput, 'version'>

/** Returns an entry as a saved value: its fields, its version, and the instant at which the server stored it. */
export const savedEntryOf = ({ version, ...value }: JournalEntryInput, updatedAt: string): Saved<EntryContent> => ({
  value,
  version,
  updatedAt,
})

/** Returns whether two versions of an entry have the same content. Ignores the version number. */
export const sameEntryContent = (one: EntryContent, other: EntryContent) =>
  JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 })

type Tree = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns whether a node of a document is `first`, possibly with more text or more nodes at its end. */
function extendsNode(longer: Tree, first: Tree): boolean {
  const { content: more = [], text: moreText = '', ...rest } = longer as Tree & { content?: Tree[]; text?: string }
  const { content = [], text = '', ...same } = first as Tree & { content?: Tree[]; text?: string }
  if (!isSame(rest, same) || !moreText.startsWith(text) || more.length < content.length) return false
  const end = content.length - 1
  return content.every((node, at) => {
    const found = more[at] as Tree
    return at === end ? extendsNode(found, node) : isSame(found, node)
  })
}

/** Returns whether `mine` contains all of `other`, so that replacing `other` by `mine` loses nothing. */
export const extendsEntry = (mine: EntryContent, other: EntryContent): boolean =>
  mine.title.startsWith(other.title) &&
  extendsNode(toRichText(mine.content), other.content) &&
  mine.writtenAt === other.writtenAt &&
  (other.mood === null || other.mood === mine.mood) &&
  [other.tags, other.files].every((all, at) => all.every((one) => [mine.tags, mine.files][at]?.includes(one)))

/** Returns the reason why an entry cannot be saved [5.06]; null if it can be saved. */
export function entryProblem({ content }: EntryContent): 'empty' | 'tooLong' | null {
  if (isBlankRichText(content)) return 'empty'
  return richTextLength(content) > maxJournalEntryLength ? 'tooLong' : null
}
