import { isUnformatted, plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { NoteText } from '@attune/contract/features/care/note/note'
import { isDeepStrictEqual } from 'node:util'

/** A stored text: the plain text, and the document if the text is formatted. */
export type Written = { text: string; content: RichText | null }

/** Converts a saved text to its stored form. A document without formatting is stored as plain text only. */
export function writtenOf(saved: NoteText): Written {
  if (typeof saved === 'string') return { text: saved, content: null }
  return { text: plainTextOf(saved), content: isUnformatted(saved) ? null : saved }
}

/** Whether two stored texts have the same characters and the same formatting. */
export const sameWritten = (one: Written, other: Written) =>
  one.text === other.text && isDeepStrictEqual(one.content, other.content)

/** Returns the document as a value of a jsonb column. */
export const contentColumn = (content: RichText | null) => (content === null ? null : JSON.stringify(content))
