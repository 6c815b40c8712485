import type { Note } from '@attune/contract/features/care/note/note'
import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { isFilled } from '@attune/contract/common/text/text'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { AssistanceRow } from '../AssistanceRow.tsx'
import { AutosaveCallouts } from '../AutosaveCallouts.tsx'
import { AutosaveStatus } from '../AutosaveStatus.tsx'
import { NoteFrame } from '../NoteFrame.tsx'
import { LazyRecordId } from '../../record-copy/record-copy.ts'
import { NoteWriting } from './NoteWriting.tsx'
import { SignRow } from './SignRow.tsx'
import { useNoteEditor } from './use-note-editor.ts'

const SessionNoteCopies = lazyNamed(() => import('../copies/NoteCopies.tsx'), 'SessionNoteCopies', <Pending />)
const SignNoteDialog = lazyNamed(() => import('./SignNoteDialog.tsx'), 'SignNoteDialog')
const NoteHistoryDialog = lazyNamed(() => import('../versions/NoteHistoryDialog.tsx'), 'NoteHistoryDialog')

type Props = {
  note: Note
  session: Session
  /** Called after the note was signed. */
  onSigned?: (() => void) | undefined
}

/** Edits a note with autosave and templates, optionally beside the previous note. Dialogs show versions and sign the note. */
export function NoteEditor({ note, session, onSigned }: Props) {
  const { t } = useTranslation('note')
  const part = { sessionId: session.id }
  const field = useRef<RichEditorHandle>(null)
  const editing = useNoteEditor(note, field)
  const { state, autosave, plain } = editing
  const [open, setOpen] = useState<'sign' | 'history' | null>(null)
  const close = () => setOpen(null)
  const retry = () => void autosave.saveNow()
  const isInConflict = state.phase === 'conflict'
  return (
    <>
      <NoteFrame state={<AutosaveStatus state={{ ...state, text: plain }} maximum={noteMaximum} onTry={retry} />}>
        <AutosaveCallouts state={state} autosave={autosave} />
        {!isInConflict && (
          <NoteWriting
            {...{ field, editing, part }}
            client={session.participants[0] ?? null}
            label={t('label')}
            placeholder={t('placeholder')}
            onHistory={() => setOpen('history')}
          />
        )}
        <AssistanceRow note={{ ...note, text: plain }} />
        <SignRow disabled={!isFilled(plain) || isInConflict} onSign={() => setOpen('sign')} />
        <LazyRecordId id={session.id} />
        {open === 'sign' && <SignNoteDialog {...{ part, autosave, onSigned }} onClose={close} />}
        {open === 'history' && (
          <NoteHistoryDialog
            part={part}
            now={state.text}
            onRestore={(text) => {
              close()
              editing.restore(text)
            }}
            onClose={close}
          />
        )}
      </NoteFrame>
      <SessionNoteCopies sessionId={session.id} {...(!isInConflict && { onAdd: editing.add })} />
    </>
  )
}
