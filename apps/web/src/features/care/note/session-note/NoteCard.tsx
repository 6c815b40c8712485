import type { Session } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import { NoteFrame } from '../NoteFrame.tsx'
import { SignedNote } from './SignedNote.tsx'
import { useNote } from './use-note.ts'

const SessionNoteCopies = lazyNamed(() => import('../copies/NoteCopies.tsx'), 'SessionNoteCopies', <Pending />)
const NoteParts = lazyNamed(() => import('../parts/NoteParts.tsx'), 'NoteParts', <CardSkeleton height={480} />)

type Props = { session: Session; onSigned?: () => void }

/** Shows the therapist's private note on a session. The note of a session with several clients has several parts. */
export function NoteCard(props: Props) {
  return props.session.participants.length > 1 ? <NoteParts {...props} /> : <OnlyPart {...props} />
}

/** An editor, or read-only text once the note is signed. */
function OnlyPart({ session, onSigned }: Props) {
  const { t } = useTranslation('note')
  const read = useNote({ sessionId: session.id })
  if (read.data?.signedAt)
    return (
      <>
        <SignedNote note={read.data} />
        <SessionNoteCopies sessionId={session.id} />
      </>
    )
  if (read.data) return <NoteEditor note={read.data} session={session} onSigned={onSigned} />
  return (
    <NoteFrame>
      {read.isPending ? <CardSkeleton height={240} /> : <Query of={read} failed={t('loadFailed')} again={t('again')} />}
    </NoteFrame>
  )
}
