import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Ref } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { RichEditor } from '../../../../ui/rich-text/RichEditor.tsx'
import classes from '../note.module.css'
import { templateHints } from '../templates/templates.ts'
import { useNoteTemplates } from '../templates/use-note-templates.ts'
import { NoteTools } from './NoteTools.tsx'
import type { PartOfNote } from './note-part.ts'
import { PreviousNote } from './PreviousNote.tsx'
import type { NoteEditing } from './use-note-editor.ts'
import { SaidWhereabouts } from '../whereabouts/SaidWhereabouts.tsx'
import { usePreviousNote } from './use-previous-note.ts'

const NoteAssistant = lazyNamed(() => import('../../../assistant/assistant/assistant.ts'), 'NoteAssistant', <Pending />)

type Props = {
  field: Ref<RichEditorHandle>
  editing: NoteEditing
  part: PartOfNote
  /** The client whom the assistant can draft about; null for the shared part, about which it drafts nothing. */
  client: Session['participants'][number] | null
  label: string
  placeholder: string
  minHeight?: number
  autofocus?: boolean
  onHistory: () => void
}

/** The field with its toolbar, the previous note beside it, and the assistant below. */
export function NoteWriting({ field, editing, part, client, minHeight = 200, onHistory, ...texts }: Props) {
  const templates = useNoteTemplates()
  const previous = usePreviousNote(part, editing)
  // If the note has several parts, a part without the focus hides its tools. They are below the field, where the empty space is less noticeable.
  const isCompact = part.clientId !== undefined
  const tools = <NoteTools {...{ editing, previous, isCompact, onHistory }} />
  return (
    <>
      {templates.isPending && <Pending />}
      <div className={classes.beside} data-open={previous.shown || undefined}>
        <div className={classes.editor}>
          {client && <SaidWhereabouts {...{ part, editing }} clientId={client.clientId} name={client.firstName} />}
          {!isCompact && tools}
          <div className={classes.rich}>
            <RichEditor
              ref={field}
              {...texts}
              hints={templateHints(templates.data?.items ?? [])}
              value={editing.document}
              onChange={editing.type}
              max={noteMaximum}
              minHeight={minHeight}
            />
          </div>
          {isCompact && tools}
        </div>
        {previous.shown && <PreviousNote previous={previous} />}
      </div>
      {client && (
        <NoteAssistant
          sessionId={part.sessionId}
          client={{ id: client.clientId, name: client.firstName }}
          isOneOfSeveral={part.clientId !== undefined}
          onAccept={editing.acceptDraft}
        />
      )}
    </>
  )
}
