import { isFilled } from '@attune/contract/common/text/text'
import type { ClientId, RecordRequestId } from '@attune/contract/common/ids'
import { recordAnswerLength } from '@attune/contract/features/care/record-request/record-request.rules'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useRequestMutation, useRequestRefusalText } from './use-record-requests.ts'

type Props = {
  kind: 'answer' | 'refuse'
  client: { id: ClientId; name: string }
  id: RecordRequestId
  onClose: () => void
}

/** Asks the therapist how the copy was handed over, or why the request is refused. The client can read the text. */
export function AnswerDialog({ kind, client, id, onClose }: Props) {
  const { t } = useTranslation('recordRequest')
  const draft = useDraft(`record-request-${kind}-${id}`, () => ({ text: '' }))
  const { text } = draft.value
  const [isTried, setIsTried] = useState(false)
  const refusal = useRequestRefusalText()
  const of = { id, clientId: client.id }
  const send = useRequestMutation(
    () =>
      kind === 'answer'
        ? api.recordRequest.answer({ ...of, how: text })
        : api.recordRequest.refuse({ ...of, reason: text }),
    () => {
      draft.forget()
      toast.success(t(`${kind}.done`, { name: client.name }))
      onClose()
    },
  )
  return (
    <FormDialog
      title={t(`${kind}.title`)}
      submit={t(`${kind}.submit`)}
      back={t('back')}
      busy={send.isPending}
      dirty={draft.dirty}
      problem={send.isError && refusal(send.error)}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true)
        if (isFilled(text)) send.mutate(undefined)
      }}
    >
      <Text size="sm">{t(`${kind}.text`, { name: client.name })}</Text>
      <DraftCallout draft={draft} />
      <Textarea
        label={t(`${kind}.label`)}
        {...(kind === 'answer' && { placeholder: t('answer.example') })}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={recordAnswerLength}
        value={text}
        error={isTried && !isFilled(text) && t(`${kind}.required`)}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
