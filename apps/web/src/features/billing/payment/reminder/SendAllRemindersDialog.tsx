import type { ProposedReminder } from '@attune/contract/features/billing/payment/payment'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidatePayments } from '../use-payments.ts'

type Props = { items: readonly ProposedReminder[]; onClose: () => void }

/** Asks for confirmation before sending all proposed reminders. Sends those that were listed when the dialog was opened. */
export function SendAllRemindersDialog({ items: proposed, onClose }: Props) {
  const { t } = useTranslation(['paymentReminder', 'common'])
  const [items] = useState(() => proposed.map(({ invoiceId, step }) => ({ invoiceId, step })))
  const changed = useInvalidatePayments()
  const message = useErrorMessage()
  const send = useMutation({
    mutationFn: () => api.payment.remindAll({ items }),
    onSuccess: ({ made, unreached, leftOut }) => {
      if (made > unreached) toast.success(t('sendAll.done', { count: made - unreached }))
      if (unreached > 0) toast.info(t('unreached', { count: unreached }))
      if (leftOut > 0) toast.info(t('sendAll.leftOut', { count: leftOut }))
      onClose()
    },
    onSettled: changed,
  })
  return (
    <FormDialog
      title={t('sendAll.title', { count: items.length })}
      submit={t('sendAll.submit')}
      back={t('common:cancel')}
      busy={send.isPending}
      onClose={onClose}
      onSubmit={() => send.mutate()}
    >
      <Text size="sm">{t('sendAll.text')}</Text>
      <FormError>{send.error && message(send.error)}</FormError>
    </FormDialog>
  )
}
