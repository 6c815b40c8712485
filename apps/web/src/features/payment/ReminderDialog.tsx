import type { Reminders } from '@attune/contract/features/payment'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { FormError } from '../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../ui/base/use-error-message.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvalidatePayments } from './use-payments.ts'

type Props = { invoiceId: string; next: NonNullable<Reminders['next']>; onClose: () => void }

/** Shows the text of the next reminder and makes its document. */
export function ReminderDialog({ invoiceId, next: { step, text }, onClose }: Props) {
  const { t } = useTranslation('payment')
  const changed = useInvalidatePayments()
  const message = useErrorMessage()
  const remind = useMutation({
    mutationFn: () => api.payment.remind({ invoiceId, step }),
    onSuccess: () => {
      toast.success(t('reminders.done'))
      changed()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('reminders.dialog', { step })}
      submit={t('reminders.submit')}
      back={t('record.cancel')}
      busy={remind.isPending}
      onClose={onClose}
      onSubmit={() => remind.mutate()}
    >
      <Text size="sm" c="dimmed">
        {t('reminders.hint')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      <FormError>{remind.error && message(remind.error)}</FormError>
    </FormDialog>
  )
}
