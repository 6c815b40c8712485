import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { inputOfPart, type PartOfNote } from './note-part.ts'
import { useNoteCache } from './use-note.ts'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'

type Props = { part: PartOfNote; autosave: AutosavedText; onClose: () => void; onSigned?: (() => void) | undefined }

/**
 * Explains the consequence of signing. On confirmation, saves the text and signs exactly the version that was saved.
 */
export function SignNoteDialog({ part, autosave, onClose, onSigned }: Props) {
  const { t } = useTranslation('note')
  const cache = useNoteCache(part)
  const [command] = useState(createId)
  const sign = useMutation({
    mutationFn: async () => {
      if (!(await autosave.saveNow())) return null
      return api.note.sign({ ...inputOfPart(part), command, version: autosave.version })
    },
    onSuccess: (note) => {
      if (!note) return autosave.state().phase === 'conflict' ? onClose() : undefined
      cache.put(note)
      toast.success(t('sign.done'))
      onClose()
      onSigned?.()
    },
    onError: (error) => {
      if (errorCode(error) !== 'NOTE_CHANGED') return
      // The note was changed on another device. The dialog closes, because the therapist must see the new text before
      // signing.
      void cache.refetchSaved()
      onClose()
      toast.warning(t('sign.changed'))
    },
  })
  const failed = sign.isError || (sign.isSuccess && sign.data === null)
  return (
    <FormDialog
      onClose={onClose}
      title={t('sign.title')}
      submit={t('sign.submit')}
      back={t('sign.back')}
      busy={sign.isPending}
      problem={failed && t(errorCode(sign.error) === 'EMPTY' ? 'sign.empty' : 'sign.failed')}
      onSubmit={() => sign.mutate()}
    >
      <Text size="sm">{t('sign.text')}</Text>
      <Text size="sm">{t('sign.addenda')}</Text>
    </FormDialog>
  )
}
