import type { Session, SessionText } from '@attune/contract/features/session'
import { textKinds } from '@attune/contract/features/session'
import { useMe } from '../../platform/login.ts'
import { NoteCard } from './NoteCard.tsx'
import classes from './note.module.css'
import { PrintSheet } from './PrintSheet.tsx'
import { TextCard } from './TextCard.tsx'
import { useLiveTexts } from './use-note.ts'

type Props = {
  session: Session
  /** Objectives and next steps from the session details. */
  texts: SessionText[]
}

/** The private note, objectives and next steps of a session, each with autosave, and the printed sheet. */
export function Writings({ session, texts }: Props) {
  const me = useMe()
  useLiveTexts()
  if (!me) return null
  const textOf = (kind: SessionText['kind']) => texts.find((text) => text.kind === kind) ?? { ...unwritten, kind }
  return (
    <>
      <NoteCard key={`note ${session.id}`} session={session} />
      <div className={classes.pair}>
        {textKinds.map((kind) => (
          <TextCard key={`${kind} ${session.id}`} session={session} saved={textOf(kind)} />
        ))}
      </div>
      <PrintSheet session={session} texts={texts} therapist={me} />
    </>
  )
}

const unwritten = { text: '', version: 0, shared: false, updatedAt: null }
