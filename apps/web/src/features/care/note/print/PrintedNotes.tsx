import type { SessionId } from '@attune/contract/common/ids'
import type { Note } from '@attune/contract/features/care/note/note'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { isFilled } from '@attune/contract/common/text/text'
import { useTranslation } from 'react-i18next'
import { useExactTime } from './use-exact-time.ts'
import { plainNoteText, storedNoteString } from '../note-text.ts'
import { useShownParts } from '../parts/shown-parts.ts'
import { partDraftName, type PartOfNote } from '../session-note/note-part.ts'
import { useNote, useNoteParts } from '../session-note/use-note.ts'
import { WrittenNote } from '../WrittenNote.tsx'

/** The unsaved texts at the moment of printing by their names on this device; null until the first print. */
export type TextsAtPrint = Readonly<Record<string, string | undefined>> | null

const textOf = (note: Note | undefined, part: PartOfNote, textsNow: TextsAtPrint) =>
  (note?.signedAt ? null : textsNow?.[partDraftName('note', part)]) ?? (note ? storedNoteString(note) : '')

/** Prints the note of a session with one client, with its addenda. */
export function PrintedNote({ sessionId, textsNow }: { sessionId: SessionId; textsNow: TextsAtPrint }) {
  const { t } = useTranslation('note')
  const exactTime = useExactTime()
  const note = useNote({ sessionId }).data
  return (
    <>
      <section>
        <h2>{t('title')}</h2>
        <Text of={textOf(note, { sessionId }, textsNow)} />
      </section>
      {note?.addenda.map((addendum) => (
        <section key={addendum.id}>
          <h2>{t('print.addendum', { when: exactTime(addendum.at) })}</h2>
          <p>{addendum.text}</p>
        </section>
      ))}
    </>
  )
}

type PartsProps = { session: Session; signer: string; textsNow: TextsAtPrint }

/** Prints the parts of a note, each below its name, with its addenda and its signature. Omits empty parts that need no text. */
export function PrintedParts({ session, signer, textsNow }: PartsProps) {
  const { t } = useTranslation('note')
  const exactTime = useExactTime()
  const parts = useShownParts(session, useNoteParts(session.id).data?.parts ?? [])
  return parts.map(({ key, part, note, client, title, missing }) => {
    const text = textOf(note, part, textsNow)
    if ((missing || !client) && !isFilled(plainNoteText(text))) return null
    return (
      <section key={key}>
        <h2>{title}</h2>
        <Text of={text} />
        {note.addenda.map((addendum) => (
          <div key={addendum.id}>
            <h3>{t('print.addendum', { when: exactTime(addendum.at) })}</h3>
            <p>{addendum.text}</p>
          </div>
        ))}
        <p>
          {note.signedAt ? t('print.signed', { when: exactTime(note.signedAt), name: signer }) : t('print.unsigned')}
        </p>
      </section>
    )
  })
}

function Text({ of }: { of: string }) {
  const { t } = useTranslation('note')
  return isFilled(plainNoteText(of)) ? <WrittenNote note={of.trim()} /> : <p>{t('print.none')}</p>
}

/** Shows who signed the note of a session with one client, and when. */
export function PrintedSignature({ sessionId, signer }: { sessionId: SessionId; signer: string }) {
  const { t } = useTranslation('note')
  const exactTime = useExactTime()
  const signedAt = useNote({ sessionId }).data?.signedAt
  return <span>{signedAt ? t('print.signed', { when: exactTime(signedAt), name: signer }) : t('print.unsigned')}</span>
}
