import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import type { Message } from '@attune/contract/features/messages/message/message'
import {
  messageChangeRefusals,
  type MessageChangeRefusal,
} from '@attune/contract/features/messages/message/message.rules'
import { Text, Textarea } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import classes from '../messages.module.css'

type Props = { message: Message; onClose: () => void }

/** Returns the reason why the server did not change a message; null for another error. */
function changeRefusalOf(error: unknown): MessageChangeRefusal | null {
  if (!(error instanceof ORPCError) || error.code !== 'NOT_CHANGEABLE') return null
  const { reason } = error.data as { reason?: unknown }
  return messageChangeRefusals.find((one) => one === reason) ?? null
}

function useChangeMessage(change: () => Promise<unknown>, onClose: () => void) {
  const { t } = useTranslation('message')
  const cache = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: change,
    onSuccess: onClose,
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.message.key() }),
  })
  const refusal = changeRefusalOf(error)
  const problem = error === null ? null : refusal === null ? t('changeFailed') : t(`refused.${refusal}`)
  return { submit: () => mutate(), isPending, problem }
}

export function EditMessageDialog({ message: { id, text: before }, onClose }: Props) {
  const { t } = useTranslation('message')
  const draft = useDraft(`message-edit-${id}`, () => ({ text: before }))
  const { text } = draft.value
  const { submit, isPending, problem } = useChangeMessage(
    () => api.message.edit({ id, text: text.trim() }),
    () => {
      draft.forget()
      onClose()
    },
  )
  const isEmpty = !isFilled(text)
  return (
    <FormDialog
      title={t('edit.title')}
      submit={t('edit.submit')}
      back={t('edit.back')}
      busy={isPending}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={() => !isEmpty && submit()}
    >
      <DraftCallout draft={draft} />
      <Textarea
        data-autofocus
        label={t('edit.label')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={textLengths.message}
        styles={{ input: { fontSize: 16 } }}
        value={text}
        error={isEmpty && t('edit.empty')}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** Deletes a message after a confirmation. */
export function DeleteMessageDialog({ message: { id, text }, onClose }: Props) {
  const { t } = useTranslation('message')
  const { submit, isPending, problem } = useChangeMessage(() => api.message.delete({ id }), onClose)
  return (
    <FormDialog
      title={t('delete.title')}
      submit={t('delete.submit')}
      back={t('delete.back')}
      busy={isPending}
      danger
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('delete.text')}</Text>
      {text && <blockquote className={classes.quoted}>{text}</blockquote>}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
