import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Switch, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { errorLog } from '../../../platform/api/error-log.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'

/** Returns the last five logged errors, one per line: time, name of the call, error code and request id. */
const errorLines = () =>
  errorLog
    .latest(5)
    .map(({ at, where, code, requestId }) => [at, where, code, requestId].filter(Boolean).join(' '))
    .join('\n')

/**
 * Sends feedback to the admins, who get a notification [2.21]. Each opened dialog creates one id, because a retry must
 * not send the feedback twice.
 */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('product')
  const [errors] = useState(errorLines)
  const draft = useDraft('feedback', () => ({ text: '' }))
  const { text } = draft.value
  const [withErrors, setWithErrors] = useState(true)
  const [empty, setEmpty] = useState(false)
  const send = useSendFeedback(() => {
    draft.forget()
    onClose()
  })
  const submit = () => {
    setEmpty(!isFilled(text))
    if (isFilled(text)) send.mutate(errors && withErrors ? `${text.trimEnd()}\n\n${errors}` : text)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('feedback.title')}
      submit={t('feedback.send')}
      back={t('feedback.back')}
      busy={send.isPending}
      dirty={text !== ''}
      problem={send.isError && t(errorCode(send.error) === 'TOO_MANY' ? 'feedback.tooMany' : 'feedback.failed')}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <FeedbackField text={text} missing={empty} onChange={(value) => draft.change({ text: value })} />
      {errors && (
        <Switch
          label={t('feedback.errors')}
          description={t('feedback.errorsHint')}
          checked={withErrors}
          onChange={(event) => setWithErrors(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

function useSendFeedback(onSent: () => void) {
  const { t } = useTranslation('product')
  // The ids in the path are replaced, because they could identify a person.
  const page = useLocation({ select: (location) => location.pathname.replace(/[0-9a-f-]{36}/g, ':id') })
  const [id] = useState(createId)
  return useMutation({
    mutationFn: (text: string) => api.product.sendFeedback({ id, text, page }),
    onSuccess: () => {
      toast.success(t('feedback.sent'))
      onSent()
    },
  })
}

type FieldProps = { text: string; missing: boolean; onChange: (text: string) => void }

function FeedbackField({ text, missing, onChange }: FieldProps) {
  const { t } = useTranslation('product')
  return (
    <Textarea
      data-autofocus
      label={t('feedback.text')}
      description={t('feedback.hint')}
      value={text}
      maxLength={textLengths.typedFeedback}
      autosize
      minRows={4}
      maxRows={12}
      error={missing && t('feedback.missing')}
      styles={{ input: { fontSize: 16 } }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
