import {
  isUnformatted,
  plainTextOf,
  richTextFromExactText,
  type Block,
} from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import type { TextFormat } from '../../../platform/autosave/autosave-types.ts'
import { compareLists } from '../../../platform/autosave/text-diff.ts'
import { toRichText } from '../../../ui/rich-text/to-rich-text.ts'
import { joinDocuments } from './templates/templates.ts'

/**
 * Marks the string form of a formatted note. Autosave stores and compares notes as strings: the plain text of an unformatted note, or this
 * character followed by the document. No plain text contains this character, because Postgres cannot store it.
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

/** Converts a note string to a document. Each line of plain text becomes a paragraph. */
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

/** Adds a note string at the end of another, after an empty line. */
export const withTextAtEnd = (note: string, text: string): string =>
  isFilled(plainNoteText(note)) ? noteStringOf(joinDocuments(documentOf(note), documentOf(text))) : text

/** Converts a note string to the input of `note.save`: a plain text, or the document of a formatted note. */
export const noteToSave = (note: string): string | RichText => (note.startsWith(documentMark) ? documentOf(note) : note)

/** Converts a note string to the form that the server stores. */
export const writtenOfNote = (note: string): Written =>
  note.startsWith(documentMark)
    ? { text: plainNoteText(note), content: documentOf(note) }
    : { text: note, content: null }

const blockStrings = (note: string) => documentOf(note).content.map((block) => JSON.stringify(block))

/** Merges two notes block by block. Blocks in both notes appear once. */
function mergeNotes(first: string, second: string): string {
  const blocks = compareLists(blockStrings(first), blockStrings(second)).map(({ text }) => JSON.parse(text) as Block)
  return noteStringOf({ type: 'doc', content: blocks })
}

function continuesNote(note: string, earlier: string): boolean {
  if (!note.startsWith(documentMark) && !earlier.startsWith(documentMark)) return note.startsWith(earlier)
  const [longer, shorter] = [blockStrings(note), blockStrings(earlier)]
  return plainNoteText(earlier) === '' || shorter.every((block, at) => block === longer[at])
}

/** The functions with which the autosave compares and merges notes. */
export const noteFormat: TextFormat = { plain: plainNoteText, continues: continuesNote, merge: mergeNotes }
