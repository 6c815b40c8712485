import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { noteToSave, storedNoteString, withTextAtEnd } from '../note-text.ts'
import { inputOfPart, type PartOfNote } from '../session-note/note-part.ts'

type Props = { sessionId: SessionId; clientId: ClientId; place: string }

/**
 * A button that adds to the note on a client where the client is during the call, without showing the note. `SaidWhereabouts` offers the same beside
 * the open note.
 */
export function AddWhereabouts({ sessionId, clientId, place }: Props) {
  const { t } = useTranslation('note')
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: () => addToNote({ sessionId, clientId }, t('whereabouts.text', { place })),
    onSuccess: () => void client.invalidateQueries({ queryKey: orpc.note.key() }),
    onError: (error) =>
      toast.error(t(errorCode(error) === 'NOTE_SIGNED' ? 'whereabouts.isSigned' : 'whereabouts.failed')),
  })
  if (add.isSuccess)
    return (
      <span role="status">
        <IconCheck size={15} stroke={1.75} aria-hidden /> {t('whereabouts.added')}
      </span>
    )
  return (
    <Button size="compact-sm" variant="default" loading={add.isPending} onClick={() => add.mutate()}>
      {t('whereabouts.add')}
    </Button>
  )
}

/** Adds a text at the end of a part of the note, unless the part already contains the text. Refuses as `note.save` does. */
async function addToNote(part: PartOfNote, text: string): Promise<void> {
  const note = await api.note.open(inputOfPart(part))
  if (note.text.includes(text)) return
  await api.note.save({
    ...inputOfPart(part),
    text: noteToSave(withTextAtEnd(storedNoteString(note), text)),
    version: note.version,
  })
}
