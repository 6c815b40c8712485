import type { Note } from '@attune/contract/features/care/note/note'
import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { isFilled } from '@attune/contract/common/text/text'
import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'
import { AssistanceRow } from '../AssistanceRow.tsx'
import { AutosaveCallouts } from '../AutosaveCallouts.tsx'
import { AutosaveStatus } from '../AutosaveStatus.tsx'
import { NoteFrame } from '../NoteFrame.tsx'
import classes from '../note.module.css'
import { NoteTools } from './NoteTools.tsx'
import { templateHints } from '../templates/templates.ts'
import { PreviousNote } from './PreviousNote.tsx'
import { useNoteEditor, type NoteEditing } from './use-note-editor.ts'
import { useNoteTemplates } from '../templates/use-note-templates.ts'
import { LazyRecordId } from '../../record-copy/record-copy.ts'
import { usePreviousNote } from './use-previous-note.ts'

const SessionNoteCopies = lazyNamed(() => import('../copies/NoteCopies.tsx'), 'SessionNoteCopies', <Pending />)
const NoteAssistant = lazyNamed(() => import('../../../assistant/assistant/assistant.ts'), 'NoteAssistant', <Pending />)
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
          <Writing field={field} editing={editing} session={session} onHistory={() => setOpen('history')} />
        )}
        <AssistanceRow note={{ ...note, text: plain }} />
        <SignRow disabled={!isFilled(plain) || isInConflict} onSign={() => setOpen('sign')} />
        <LazyRecordId id={session.id} />
        {open === 'sign' && (
          <SignNoteDialog sessionId={session.id} autosave={autosave} onClose={close} onSigned={onSigned} />
        )}
        {open === 'history' && (
          <NoteHistoryDialog
            sessionId={session.id}
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

type WritingProps = { field: Ref<RichEditorHandle>; editing: NoteEditing; session: Session; onHistory: () => void }

/** The field with its toolbar, the previous note beside it, and the assistant below. */
function Writing({ field, editing, session, onHistory }: WritingProps) {
  const { t } = useTranslation('note')
  const templates = useNoteTemplates()
  const previous = usePreviousNote(session.id, editing)
  return (
    <>
      {templates.isPending && <Pending />}
      <div className={classes.beside} data-open={previous.shown || undefined}>
        <div className={classes.editor}>
          <NoteTools editing={editing} previous={previous} onHistory={onHistory} />
          <div className={classes.rich}>
            <RichEditor
              ref={field}
              label={t('label')}
              placeholder={t('placeholder')}
              hints={templateHints(templates.data?.items ?? [])}
              value={editing.document}
              onChange={editing.type}
              max={noteMaximum}
              minHeight={200}
            />
          </div>
        </div>
        {previous.shown && <PreviousNote previous={previous} />}
      </div>
      <NoteAssistant
        sessionId={session.id}
        clients={session.participants.map(({ clientId, firstName }) => ({ id: clientId, name: firstName }))}
        onAccept={editing.acceptDraft}
      />
    </>
  )
}

function SignRow({ disabled, onSign }: { disabled: boolean; onSign: () => void }) {
  const { t } = useTranslation('note')
  return (
    <div className={classes.foot}>
      <span className={classes.hint}>{t('sign.hint')}</span>
      <Button
        variant="default"
        leftSection={<IconSignature size={18} aria-hidden />}
        disabled={disabled}
        onClick={onSign}
      >
        {t('sign.open')}
      </Button>
    </div>
  )
}
