import {
  isUnformatted,
  plainTextOf,
  richTextFromExactText,
  type Block,
} from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { TextFormat } from '../../../platform/autosave/autosave-types.ts'
import { compareLists } from '../../../platform/autosave/text-diff.ts'
import { toRichText } from '../../../ui/rich-text/to-rich-text.ts'

/**
 * The text of a note as one string, which the autosave keeps and compares: the plain text of a note without formatting,
 * or, after this character, the document of a formatted one. No plain text contains this character, because Postgres
 * cannot store it.
 */
const documentMark = '\u0000'

type Written = { text: string; content: RichText | null }

/** Returns the string of a document. The same document always has the same string. */
export function noteStringOf(doc: RichText): string {
  const normal = toRichText(doc)
  return isUnformatted(normal) ? plainTextOf(normal) : documentMark + JSON.stringify(normal)
}

/** Returns the string of a text that the server has stored. A text without a document is not changed. */
export const storedNoteString = ({ text, content }: Written): string =>
  content === null ? text : noteStringOf(content)

/** Returns the document of a string. Each line of a plain text is a paragraph. */
export const documentOf = (note: string): RichText =>
  note.startsWith(documentMark) ? toRichText(parsed(note.slice(1))) : richTextFromExactText(note)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Returns the text of a note without its formatting. */
export const plainNoteText = (note: string): string =>
  note.startsWith(documentMark) ? plainTextOf(documentOf(note)) : note

/** Returns the string as `note.save` takes it: a text, or the document of a formatted one. */
export const noteToSave = (note: string): string | RichText => (note.startsWith(documentMark) ? documentOf(note) : note)

/** Returns the string as the server stores it. */
export const writtenOfNote = (note: string): Written =>
  note.startsWith(documentMark)
    ? { text: plainNoteText(note), content: documentOf(note) }
    : { text: note, content: null }

const blockStrings = (note: string) => documentOf(note).content.map((block) => JSON.stringify(block))

/** Returns both notes in one, block by block. Blocks that are in both appear once. */
function mergeNotes(first: string, second: string): string {
  const blocks = compareLists(blockStrings(first), blockStrings(second)).map(({ text }) => JSON.parse(text) as Block)
  return noteStringOf({ type: 'doc', content: blocks })
}

function continuesNote(note: string, earlier: string): boolean {
  if (!note.startsWith(documentMark) && !earlier.startsWith(documentMark)) return note.startsWith(earlier)
  const [longer, shorter] = [blockStrings(note), blockStrings(earlier)]
  return plainNoteText(earlier) === '' || shorter.every((block, at) => block === longer[at])
}

/** How the autosave compares and merges notes. */
export const noteFormat: TextFormat = { plain: plainNoteText, continues: continuesNote, merge: mergeNotes }
