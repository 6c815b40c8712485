import type { ClientId } from '@attune/contract/common/ids'
import { documentLimits } from '@attune/contract/features/care/document/document.rules'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useDocumentRefusalText, useInvalidateDocuments } from './use-documents.ts'

type Props = { client: { id: ClientId; name: string }; onClose: () => void }

/** A dialog with which the therapist asks a client for a document. The therapist names it in a title. */
export function AskDialog({ client, onClose }: Props) {
  const { t } = useTranslation('document')
  const [id] = useState(createId)
  const [title, setTitle] = useState('')
  const [isTried, setIsTried] = useState(false)
  const changed = useInvalidateDocuments()
  const refusal = useDocumentRefusalText()
  const ask = useMutation({
    mutationFn: () => api.document.ask({ id, clientId: client.id, title }),
    onSuccess: () => {
      void changed()
      toast.success(t('ask.done'))
      onClose()
    },
  })
  const submit = () => {
    setIsTried(true)
    if (title.trim()) ask.mutate()
  }
  return (
    <FormDialog
      title={t('ask.title', { name: client.name })}
      submit={t('ask.action')}
      back={t('back')}
      busy={ask.isPending}
      dirty={title !== ''}
      problem={ask.error && refusal(ask.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label={t('ask.label')}
        placeholder={t('ask.example')}
        data-autofocus
        maxLength={documentLimits.title}
        value={title}
        error={isTried && !title.trim() && t('ask.required')}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
