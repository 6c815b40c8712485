import { emptyDoc, isBlank, lengthOf } from '@attune/contract/common/rich-text'
import { entryMaximum, type Entry, type Written } from '@attune/contract/features/journal'
import { newId } from '../../platform/api.ts'
import { reduce } from '../../ui/rich-text/reduce.ts'

/** The draft name of an entry that was never saved. */
export const newName = 'journal-new'
export const nameOf = (id: string) => `journal-${id}`

export const newEntry = (now: Date): Written => ({
  id: newId(),
  version: 0,
  title: '',
  content: emptyDoc,
  mood: null,
  tags: [],
  writtenAt: now.toISOString(),
  files: [],
})

export const writtenOf = (entry: Entry): Written => ({
  id: entry.id,
  version: entry.version,
  title: entry.title,
  content: reduce(entry.content),
  mood: entry.mood,
  tags: entry.tags,
  writtenAt: entry.writtenAt,
  files: entry.files.map(({ id }) => id),
})

/** Whether two versions have the same content, regardless of the version they are based on. */
export const sameWords = (one: Written, other: Written) =>
  JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 })

/** Why an entry cannot be saved [5.06]; null if it can. */
export function problemOf({ content }: Written): 'empty' | 'tooLong' | null {
  if (isBlank(content)) return 'empty'
  return lengthOf(content) > entryMaximum ? 'tooLong' : null
}
