import type { Note } from '@attune/contract/features/care/note/note'
import { NoteFrame } from '../NoteFrame.tsx'
import { LazyRecordId } from '../../record-copy/record-copy.ts'
import { SignedBadge, SignedText } from './SignedText.tsx'

/** Shows a signed note, read-only, with its dated addenda. */
export function SignedNote({ note }: { note: Note }) {
  const { sessionId, signedAt } = note
  return (
    <NoteFrame state={signedAt && <SignedBadge at={signedAt} />}>
      <SignedText note={note} part={{ sessionId }} />
      <LazyRecordId id={sessionId} />
    </NoteFrame>
  )
}
