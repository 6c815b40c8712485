import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { useMe } from '../../../../platform/login/login.ts'
import { NoteCard } from './NoteCard.tsx'
import classes from '../note.module.css'
import { SessionPrintSheet } from '../print/SessionPrintSheet.tsx'
import { SessionTextCard } from './SessionTextCard.tsx'
import { useSessionTextSubscriptions } from './use-note.ts'

type Props = {
  session: Session
  /** The stored objectives and next steps, from the details of the session. */
  texts: SessionText[]
}

/**
 * Renders the private note, the objectives and the next steps of a session, each with autosave, and the sheet for
 * printing.
 */
export function SessionTexts({ session, texts }: Props) {
  const me = useMe()
  useSessionTextSubscriptions()
  if (!me) return null
  const textOf = (kind: SessionText['kind']) => texts.find((text) => text.kind === kind) ?? { ...unwritten, kind }
  return (
    <>
      <NoteCard key={`note ${session.id}`} session={session} />
      <div className={classes.pair}>
        {sessionTextKinds.map((kind) => (
          <SessionTextCard key={`${kind} ${session.id}`} session={session} saved={textOf(kind)} />
        ))}
      </div>
      <SessionPrintSheet session={session} texts={texts} therapist={me} />
    </>
  )
}

const unwritten = { text: '', version: 0, shared: false, updatedAt: null }
