import { Switch, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { errorLog } from '../../platform/error-log.ts'
import { codeOf } from '../../platform/faults.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'

const longest = 3000

/** The last errors as lines of times, names and numbers. */
const errorLines = () =>
  errorLog
    .latest(5)
    .map(({ at, where, code, requestId }) => [at, where, code, requestId].filter(Boolean).join(' '))
    .join('\n')

/** A few words to the admins, who find them among their notifications [2.21]. Its id is made once: sent twice, it arrives once. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('product')
  // An address may name a person: only the page's place in the product is told.
  const page = useLocation({ select: (location) => location.pathname.replace(/[0-9a-f-]{36}/g, ':id') })
  const [id] = useState(newId)
  const [errors] = useState(errorLines)
  const draft = useDraft('feedback', () => ({ text: '' }))
  const { text } = draft.value
  const [withErrors, setWithErrors] = useState(true)
  const [empty, setEmpty] = useState(false)
  const send = useMutation({
    mutationFn: (words: string) => api.product.sendFeedback({ id, text: words, page }),
    onSuccess: () => {
      draft.forget()
      toast.success(t('feedback.sent'))
      onClose()
    },
  })
  const submit = () => {
    const words = text.trim()
    setEmpty(words === '')
    if (words) send.mutate(errors && withErrors ? `${words}\n\n${errors}` : words)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('feedback.title')}
      submit={t('feedback.send')}
      back={t('feedback.back')}
      busy={send.isPending}
      dirty={text !== ''}
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      <Textarea
        data-autofocus
        label={t('feedback.text')}
        description={t('feedback.hint')}
        value={text}
        maxLength={longest}
        autosize
        minRows={4}
        maxRows={12}
        error={empty && t('feedback.missing')}
        styles={{ input: { fontSize: 16 } }}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      {errors && (
        <Switch
          label={t('feedback.errors')}
          description={t('feedback.errorsHint')}
          checked={withErrors}
          onChange={(event) => setWithErrors(event.currentTarget.checked)}
        />
      )}
      {send.isError && (
        <Note kind="danger" urgent>
          {t(codeOf(send.error) === 'TOO_MANY' ? 'feedback.tooMany' : 'feedback.failed')}
        </Note>
      )}
    </FormDialog>
  )
}
