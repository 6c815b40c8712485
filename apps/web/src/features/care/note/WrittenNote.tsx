import type { ClientNote } from '@attune/contract/features/care/note/note'
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx'
import { documentOf, plainNoteText, storedNoteString } from './note-text.ts'
import classes from './note.module.css'

/** Shows a note that the server has stored. */
export const StoredNote = (note: Pick<ClientNote, 'text' | 'content'>) => <WrittenNote note={storedNoteString(note)} />

/** Shows a note read-only: formatted, or as plain text with its line breaks. Expects a string of `note-text`. */
export function WrittenNote({ note }: { note: string }) {
  const plain = plainNoteText(note)
  if (plain === note) return <div className={classes.read}>{note}</div>
  return (
    <div className={classes.formatted}>
      <RichTextView value={documentOf(note)} />
    </div>
  )
}
