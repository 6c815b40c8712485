import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { AssistanceRow } from '../AssistanceRow.tsx'
import { AutosaveCallouts } from '../AutosaveCallouts.tsx'
import { AutosaveStatus } from '../AutosaveStatus.tsx'
import { NoteWriting } from '../session-note/NoteWriting.tsx'
import { SignRow } from '../session-note/SignRow.tsx'
import type { PartOfNote } from '../session-note/note-part.ts'
import { type NoteEditing, useNoteEditor } from '../session-note/use-note-editor.ts'
import { PartFrame } from './PartFrame.tsx'
import type { ShownNotePart } from './shown-parts.ts'
import { type OpenParts, useReportedPart } from './use-open-parts.ts'

const SignNoteDialog = lazyNamed(() => import('../session-note/SignNoteDialog.tsx'), 'SignNoteDialog')
const NoteHistoryDialog = lazyNamed(() => import('../versions/NoteHistoryDialog.tsx'), 'NoteHistoryDialog')

type Props = {
  shown: ShownNotePart
  open: OpenParts
  /** Whether the part is signed by itself, because another part is already signed. */
  isAlone: boolean
  autofocus: boolean
  onSigned?: (() => void) | undefined
}

/** Edits one part of a note, with its own autosave, templates and versions. */
export function PartEditor({ shown, open, isAlone, autofocus, onSigned }: Props) {
  const { t } = useTranslation('note')
  const { key, part, note, client, title } = shown
  const { field, focus, isAwaited } = useFieldFocus(autofocus)
  const editing = useNoteEditor(note, field, part)
  const { state, autosave, plain } = editing
  const [dialog, setDialog] = useState<'sign' | 'history' | null>(null)
  const isWritten = isFilled(plain)
  const isInConflict = state.phase === 'conflict'
  useReportedPart(open, key, {
    autosave,
    insertAtEnd: (blocks) => editing.insert(blocks, 'end'),
    focus,
    isFilled: isWritten,
    phase: state.phase,
  })
  const status = (
    <AutosaveStatus state={{ ...state, text: plain }} maximum={noteMaximum} onTry={() => void autosave.saveNow()} />
  )
  return (
    <PartFrame
      shown={shown}
      hint={client === null && t('parts.optional')}
      state={status}
      isActive={open.active === key}
      onFocus={() => open.activate(key)}
    >
      <AutosaveCallouts state={state} autosave={autosave} />
      {!isInConflict && (
        <NoteWriting
          {...{ field, editing, part, client }}
          autofocus={isAwaited}
          label={client ? t('parts.label', { name: title }) : t('parts.sharedLabel')}
          placeholder={t(client ? 'placeholder' : 'parts.sharedPlaceholder')}
          minHeight={54}
          onHistory={() => setDialog('history')}
        />
      )}
      <AssistanceRow note={{ ...note, text: plain }} />
      {isAlone && <SignRow disabled={!isWritten || isInConflict} onSign={() => setDialog('sign')} />}
      {dialog && <PartDialog {...{ dialog, part, editing, onSigned }} onClose={() => setDialog(null)} />}
    </PartFrame>
  )
}

type DialogProps = Pick<Props, 'onSigned'> & {
  dialog: 'sign' | 'history'
  part: PartOfNote
  editing: NoteEditing
  onClose: () => void
}

/** Signs a part, or shows its earlier versions. */
function PartDialog({ dialog, part, editing, onSigned, onClose }: DialogProps) {
  const { autosave, state } = editing
  if (dialog === 'sign') return <SignNoteDialog {...{ part, autosave, onSigned, onClose }} />
  const restore = (text: string) => {
    onClose()
    editing.restore(text)
  }
  return <NoteHistoryDialog part={part} now={state.text} onRestore={restore} onClose={onClose} />
}

/**
 * Returns a function that moves the focus into a field. If the code of the field is still loading, `isAwaited` becomes true, and the field takes the
 * focus when it appears.
 */
function useFieldFocus(autofocus: boolean) {
  const field = useRef<RichEditorHandle>(null)
  const [isAwaited, setAwaited] = useState(autofocus)
  const focus = () => (field.current ? field.current.focus() : setAwaited(true))
  return { field, focus, isAwaited }
}
