import type { ClientId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { ClientNote } from '@attune/contract/features/care/note/note'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useAutosave } from '../../../../platform/autosave/use-autosave.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'
import { AutosaveCallouts } from '../AutosaveCallouts.tsx'
import { AutosaveStatus } from '../AutosaveStatus.tsx'
import { NoteFrame } from '../NoteFrame.tsx'
import { noteConflict } from '../versions/conflict.ts'
import {
  documentOf,
  noteFormat,
  noteStringOf,
  noteToSave,
  plainNoteText,
  storedNoteString,
  writtenOfNote,
} from '../note-text.ts'
import { useRefetchWhenVisible } from '../use-refetch-when-visible.ts'
import classes from '../note.module.css'
import { LazyRecordId } from '../../record-copy/record-copy.ts'

const ClientNoteCopies = lazyNamed(() => import('../copies/NoteCopies.tsx'), 'ClientNoteCopies')

type Props = { clientId: ClientId; name: string }

/** Loads and edits the therapist's note about a client. */
export function ClientNoteEditor({ clientId, name }: Props) {
  const { t } = useTranslation('note')
  const read = useQuery({
    ...orpc.note.openClient.queryOptions({ input: { clientId } }),
    refetchOnMount: 'always',
    gcTime: 60_000,
  })
  useRefetchWhenVisible(read)
  const title = t('client.about', { name })
  if (read.data) return <Editor key={clientId} note={read.data} title={title} />
  return (
    <NoteFrame title={title}>
      {read.isPending ? <CardSkeleton height={240} /> : <Query of={read} failed={t('loadFailed')} again={t('again')} />}
    </NoteFrame>
  )
}

function Editor({ note, title }: { note: ClientNote; title: string }) {
  const { t } = useTranslation('note')
  const { autosave, state } = useClientNoteAutosave(note)
  const field = useRef<RichEditorHandle>(null)
  const document = useMemo(() => documentOf(state.text), [state.text])
  const shown = { ...state, text: plainNoteText(state.text) }
  const maximum = textLengths.clientNotes
  const status = <AutosaveStatus state={shown} maximum={maximum} onTry={() => void autosave.saveNow()} />
  const add = (text: string) =>
    field.current?.insertBlocks(documentOf(text).content, isFilled(shown.text) ? 'end' : 'all')
  return (
    <>
      <NoteFrame title={title} state={status}>
        <AutosaveCallouts state={state} autosave={autosave} />
        {state.phase !== 'conflict' && (
          <div className={classes.editor}>
            <div className={classes.rich}>
              <RichEditor
                ref={field}
                label={title}
                placeholder={t('client.placeholder')}
                value={document}
                onChange={(next) => autosave.type(noteStringOf(next))}
                max={maximum}
                minHeight={160}
              />
            </div>
          </div>
        )}
        <LazyRecordId id={note.clientId} />
      </NoteFrame>
      <ClientNoteCopies clientId={note.clientId} {...(state.phase !== 'conflict' && { onAdd: add })} />
    </>
  )
}

/** Returns the autosave of the note about a client. After a save, refetches the client record, because it shows the same text. */
function useClientNoteAutosave(note: ClientNote) {
  const { clientId } = note
  const cache = useQueryClient()
  const saved = { text: storedNoteString(note), version: note.version, updatedAt: note.updatedAt }
  const { autosave, ...state } = useAutosave(`client-note-${clientId}`, saved, {
    maximum: textLengths.clientNotes,
    format: noteFormat,
    send: (text, version) =>
      api.note.saveClient({ clientId, text: noteToSave(text), version }).catch((error: unknown) => {
        throw noteConflict(error)
      }),
    onSaved: ({ text, version, updatedAt }) => {
      const key = orpc.note.openClient.queryKey({ input: { clientId } })
      cache.setQueryData(key, { clientId, ...writtenOfNote(text), version, updatedAt })
      void cache.invalidateQueries({ queryKey: orpc.client.get.key({ input: { id: clientId } }) })
    },
  })
  useSaveKey(() => void autosave.saveNow())
  return { autosave, state }
}
