import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { documentOf, storedNoteString } from '../note-text.ts'
import { inputOfPart, type PartOfNote } from './note-part.ts'
import type { NoteEditing } from './use-note-editor.ts'

/**
 * Returns the previous note about the same client, or the previous shared part with the same people. It is loaded when it is shown or copied. `carry`
 * adds its text at the end of the note as one undoable step.
 */
export function usePreviousNote(part: PartOfNote, editing: NoteEditing) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const cache = useQueryClient()
  const isWide = Boolean(useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }))
  const [isOpen, setOpen] = useState(false)
  const shown = isWide && isOpen
  const options = orpc.note.previous.queryOptions({ input: inputOfPart(part) })
  const read = useQuery({ ...options, enabled: shown, staleTime: 60_000 })
  const carry = useMutation({
    mutationFn: () => cache.fetchQuery({ ...options, staleTime: 60_000 }),
    onSuccess: ({ note }) => {
      if (!note) return toast.info(t('previous.none'))
      editing.insert(documentOf(storedNoteString(note)).content, 'end')
      toast.success(t('previous.carried', { day: dateText(localDay(note.startsAt, locale), locale.language) }))
    },
    onError: () => toast.error(t('previous.failed')),
  })
  return { isWide, shown, read, toggle: () => setOpen(!isOpen), isCarrying: carry.isPending, carry: carry.mutateAsync }
}

export type PreviousNoteState = ReturnType<typeof usePreviousNote>
