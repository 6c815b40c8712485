import type { Note } from '@attune/contract/features/note'
import { noteMaximum } from '@attune/contract/features/note.rules'
import type { Session } from '@attune/contract/features/session'
import { isFilled } from '@attune/contract/common/text'
import { Button, Textarea } from '@mantine/core'
import { IconHistory, IconSignature } from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { api, createId } from '../../platform/api.ts'
import { noteConflict } from './note-conflict.ts'
import { AssistanceRow } from './AssistanceRow.tsx'
import { NoteFrame } from './NoteFrame.tsx'
import classes from './note.module.css'
import { AutosaveCallouts } from './AutosaveCallouts.tsx'
import { AutosaveStatus } from './AutosaveStatus.tsx'
import { NoteTemplateBar } from './NoteTemplateBar.tsx'
import { insertText } from './note-templates.ts'
import { useNoteCache } from './use-note.ts'
import { useSaveKey } from '../../ui/page/use-save-key.ts'
import { useAutosave } from '../../platform/autosave/use-autosave.ts'

const NoteAssistant = lazyNamed(() => import('../assistant/assistant.ts'), 'NoteAssistant')
const SignDialog = lazyNamed(() => import('./SignNoteDialog.tsx'), 'SignNoteDialog')
const HistoryDialog = lazyNamed(() => import('./NoteHistoryDialog.tsx'), 'NoteHistoryDialog')

type Props = { note: Note; session: Session }

/** Edits a note with autosave and templates. Dialogs show earlier versions and sign the note. */
export function NoteEditor({ note, session }: Props) {
  const { t } = useTranslation('note')
  const cache = useNoteCache(session.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState<'sign' | 'history' | null>(null)
  const { writing, ...look } = useAutosave(`note-${session.id}`, note, {
    maximum: noteMaximum,
    send: (text, version) =>
      api.note.save({ sessionId: session.id, text, version }).catch((error: unknown) => {
        throw noteConflict(error)
      }),
    onSaved: cache.change,
  })
  useSaveKey(() => void writing.saveNow())
  const leaveToSigned = useEffectEvent(() => {
    // The note was signed on another device. The unsaved text stays stored in this browser, and `SignedNote` offers it
    // as an addendum.
    writing.stop()
    void cache.refetchSaved()
  })
  useEffect(() => {
    if (look.phase === 'locked') leaveToSigned()
  }, [look.phase])
  const insert = (text: string, caret?: number) => field.current && insertText(field.current, text, caret)
  const restore = (text: string) => {
    setOpen(null)
    if (!field.current) return
    field.current.select()
    insert(text)
  }
  const acceptDraft = async ({ draftId, text }: { draftId: string | null; text: string }) => {
    // The accepted text is added to what the server has, so unsaved changes must be saved first.
    if (draftId === null || !(await writing.saveNow())) throw new Error('not saved')
    const { text: before } = writing.state()
    const joined = isFilled(before) ? `${before.trimEnd()}\n\n${text}` : text
    const noteVersion = writing.version
    cache.put(
      await api.assistant.accept({ draftId, sessionId: session.id, text: joined, noteVersion, command: createId() }),
    )
  }
  const state = <AutosaveStatus look={look} maximum={noteMaximum} onTry={() => void writing.saveNow()} />
  const empty = !isFilled(look.text)
  return (
    <NoteFrame state={state}>
      <AutosaveCallouts look={look} writing={writing} />
      {look.phase !== 'conflict' && (
        <div className={classes.editor}>
          <div className={classes.tools}>
            <NoteTemplateBar field={field} onInsert={insert} />
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setOpen('history')}
            >
              {t('history.open')}
            </Button>
          </div>
          <Textarea
            ref={field}
            variant="unstyled"
            autosize
            minRows={8}
            maxRows={32}
            aria-label={t('label')}
            placeholder={t('placeholder')}
            classNames={{ input: classes.text }}
            value={look.text}
            onChange={(event) => writing.type(event.currentTarget.value)}
          />
        </div>
      )}
      {look.phase !== 'conflict' && (
        <Suspense>
          <NoteAssistant
            sessionId={session.id}
            clients={session.participants.map(({ clientId, firstName }) => ({ id: clientId, name: firstName }))}
            onAccept={acceptDraft}
          />
        </Suspense>
      )}
      <AssistanceRow note={{ ...note, text: look.text }} />
      <div className={classes.foot}>
        <span className={classes.hint}>{t('sign.hint')}</span>
        <Button
          variant="default"
          leftSection={<IconSignature size={18} aria-hidden />}
          disabled={empty || look.phase === 'conflict'}
          onClick={() => setOpen('sign')}
        >
          {t('sign.open')}
        </Button>
      </div>
      <Suspense>
        {open === 'sign' && <SignDialog sessionId={session.id} writing={writing} onClose={() => setOpen(null)} />}
        {open === 'history' && (
          <HistoryDialog sessionId={session.id} now={look.text} onRestore={restore} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </NoteFrame>
  )
}
