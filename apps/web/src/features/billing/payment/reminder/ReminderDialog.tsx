import type { InvoiceId } from '@attune/contract/common/ids'
import type { Reminders } from '@attune/contract/features/billing/payment/payment'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidatePayments } from '../use-payments.ts'

type Reaches = Reminders['reaches']
type Props = { invoiceId: InvoiceId; next: NonNullable<Reminders['next']>; reaches: Reaches; onClose: () => void }

/** Returns the key of the text that describes the recipients of a reminder. */
function reachOf({ client, emails }: Reaches, sendsEmail: boolean) {
  if (!sendsEmail) return client ? 'app' : 'noMail'
  return emails.length > 0 ? (client ? 'both' : 'payer') : client ? 'client' : 'none'
}

/** Shows the text of the next reminder and whom it reaches, and sends it. */
export function ReminderDialog({ invoiceId, next: { step, text }, reaches, onClose }: Props) {
  const { t } = useTranslation('payment')
  const changed = useInvalidatePayments()
  const message = useErrorMessage()
  const reach = reachOf(reaches, useSendsEmail())
  const isSentByHand = reach === 'none' || reach === 'noMail'
  const remind = useMutation({
    mutationFn: () => api.payment.remind({ invoiceId, step }),
    onSuccess: () => {
      toast.success(t(isSentByHand ? 'reminders.makeDone' : 'reminders.done'))
      changed()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(isSentByHand ? 'reminders.makeDialog' : 'reminders.dialog', { step })}
      submit={t(isSentByHand ? 'reminders.makeSubmit' : 'reminders.submit')}
      back={t('record.cancel')}
      busy={remind.isPending}
      onClose={onClose}
      onSubmit={() => remind.mutate()}
    >
      <Text size="sm">{t(`reminders.reach.${reach}`, { emails: reaches.emails.join(', ') })}</Text>
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
