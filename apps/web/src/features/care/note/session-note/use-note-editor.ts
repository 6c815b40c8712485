import type { AssistantDraftId, SessionId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import type { Block } from '@attune/contract/common/rich-text/rich-text'
import type { Note } from '@attune/contract/features/care/note/note'
import { noteMaximum } from '@attune/contract/features/care/note/note.rules'
import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react'
import { api, createId } from '../../../../platform/api/api.ts'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'
import { useAutosave } from '../../../../platform/autosave/use-autosave.ts'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { noteConflict } from '../versions/conflict.ts'
import {
  documentOf,
  noteFormat,
  noteStringOf,
  noteToSave,
  plainNoteText,
  storedNoteString,
  withTextAtEnd,
  writtenOfNote,
} from '../note-text.ts'
import { inputOfPart, partDraftName, type PartOfNote } from './note-part.ts'
import { useNoteCache } from './use-note.ts'

/**
 * Returns the state of a part of a session's note: its document with autosave, and functions that insert text. If the note was signed on another
 * device, loads it again; unsaved text stays in this browser, and `SignedNote` offers it as an addendum.
 */
export function useNoteEditor(
  note: Note,
  editor: RefObject<RichEditorHandle | null>,
  part: PartOfNote = { sessionId: note.sessionId },
) {
  const { sessionId } = note
  const cache = useNoteCache(part)
  const saved = { text: storedNoteString(note), version: note.version, updatedAt: note.updatedAt }
  const { autosave, ...state } = useAutosave(partDraftName('note', part), saved, {
    maximum: noteMaximum,
    format: noteFormat,
    send: (text, version) =>
      api.note.save({ ...inputOfPart(part), text: noteToSave(text), version }).catch((error: unknown) => {
        throw noteConflict(error)
      }),
    onSaved: ({ text, version, updatedAt }) => cache.change({ ...writtenOfNote(text), version, updatedAt }),
  })
  useSaveKey(() => void autosave.saveNow())
  const leaveToSigned = useEffectEvent(() => {
    autosave.stop()
    void cache.refetchSaved()
  })
  useEffect(() => {
    if (state.phase === 'locked') leaveToSigned()
  }, [state.phase])
  const document = useMemo(() => documentOf(state.text), [state.text])
  const plain = useMemo(() => plainNoteText(state.text), [state.text])
  return {
    autosave,
    state,
    document,
    /** The plain text of the note, without formatting. */
    plain,
    type: (next: typeof document) => autosave.type(noteStringOf(next)),
    insert: (blocks: readonly Block[], place: 'cursor' | 'end') => editor.current?.insertBlocks(blocks, place),
    /** Adds a text, given in the string format of `note-text`, at the end of the note. */
    add: (text: string) => editor.current?.insertBlocks(documentOf(text).content, isFilled(plain) ? 'end' : 'all'),
    restore: (text: string) => editor.current?.insertBlocks(documentOf(text).content, 'all'),
    /** Adds an accepted draft of the assistant at the end of the note. */
    acceptDraft: async (draft: AcceptedDraft) => cache.put(await acceptDraft(sessionId, autosave, draft)),
  }
}

export type NoteEditing = ReturnType<typeof useNoteEditor>

type AcceptedDraft = { draftId: AssistantDraftId | null; text: string }

/** Adds a draft at the end of the text, and returns the part of the note that the server has saved. */
async function acceptDraft(sessionId: SessionId, autosave: AutosavedText, { draftId, text }: AcceptedDraft) {
  // The accepted text is added to the server's version, so unsaved changes must be saved first.
  if (draftId === null || !(await autosave.saveNow())) throw new Error('not saved')
  const joined = withTextAtEnd(autosave.state().value, text)
  const noteVersion = autosave.version
  return api.assistant.accept({ draftId, sessionId, text: noteToSave(joined), noteVersion, command: createId() })
}
