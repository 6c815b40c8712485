import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useNoteCache } from './use-note.ts'
import type { Writing } from './writing.ts'

type Props = { sessionId: string; writing: Writing; onClose: () => void }

/** Explains signing, then saves the text and signs exactly the version that was shown. */
export function SignDialog({ sessionId, writing, onClose }: Props) {
  const { t } = useTranslation('note')
  const cache = useNoteCache(sessionId)
  const [command] = useState(newId)
  const sign = useMutation({
    mutationFn: async () => {
      if (!(await writing.saveNow())) return null
      return api.note.sign({ sessionId, command, version: writing.version })
    },
    onSuccess: (note) => {
      if (!note) return writing.look().phase === 'conflict' ? onClose() : undefined
      cache.put(note)
      toast.success(t('sign.done'))
      onClose()
    },
    onError: (error) => {
      if (codeOf(error) !== 'NOTE_CHANGED') return
      // A change from elsewhere is shown before anyone signs it.
      void cache.readAnew()
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
      onSubmit={() => sign.mutate()}
    >
      <Text size="sm">{t('sign.text')}</Text>
      <Text size="sm">{t('sign.addenda')}</Text>
      {failed && (
        <Note kind="danger" urgent>
          {t(codeOf(sign.error) === 'EMPTY' ? 'sign.empty' : 'sign.failed')}
        </Note>
      )}
    </FormDialog>
  )
}
