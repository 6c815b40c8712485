import type { RecordHolder } from '@attune/contract/features/care/record-request/record-request'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { firstNameOf } from '../../../ui/page/first-name.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useRequestMutation, useRequestRefusalText } from './use-record-requests.ts'

/** Asks a therapist for a copy of the record. The dialog keeps the id of the request, so that a repeated call makes no second one. */
export function AskForRecordDialog({
  holder: { clientId, therapistName },
  onClose,
}: {
  holder: RecordHolder
  onClose: () => void
}) {
  const { t } = useTranslation('recordRequest')
  const [id] = useState(createId)
  const name = firstNameOf(therapistName)
  const refusal = useRequestRefusalText()
  const ask = useRequestMutation(
    () => api.recordRequest.ask({ id, clientId }),
    () => {
      toast.success(t('ask.done', { name }))
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('ask.title', { name })}
      submit={t('ask.action')}
      back={t('back')}
      busy={ask.isPending}
      problem={ask.isError && refusal(ask.error)}
      onClose={onClose}
      onSubmit={() => ask.mutate(undefined)}
    >
      <Text size="sm">{t('ask.text', { name })}</Text>
    </FormDialog>
  )
}
