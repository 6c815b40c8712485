import type { ClientId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import { holdReasonLength } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useHoldMutation, useHoldRefusalText } from './use-record-retention.ts'

type Props = { client: { id: ClientId; name: string }; onClose: () => void }

/** Asks for the reason of a legal hold, and places it. */
export function PlaceHoldDialog({ client, onClose }: Props) {
  const { t } = useTranslation('recordRetention')
  const draft = useDraft(`record-hold-${client.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const [id] = useState(createId)
  const [isTried, setIsTried] = useState(false)
  const refusal = useHoldRefusalText()
  const place = useHoldMutation(() => api.recordRetention.placeHold({ id, clientId: client.id, reason }), {
    onSuccess: () => {
      draft.forget()
      toast.success(t('place.done'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('place.title', { name: client.name })}
      submit={t('place.submit')}
      back={t('back')}
      busy={place.isPending}
      dirty={draft.dirty}
      problem={place.isError && refusal(place.error)}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true)
        if (isFilled(reason)) place.mutate()
      }}
    >
      <Text size="sm">{t('place.text', { name: client.name })}</Text>
      <DraftCallout draft={draft} />
      <Textarea
        label={t('place.label')}
        placeholder={t('place.example')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={holdReasonLength}
        value={reason}
        error={isTried && !isFilled(reason) && t('place.required')}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
