import { paymentProviderName } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useOnlinePaymentChange, useSetupRefusalText } from './use-online-payment.ts'

/** Asks for confirmation before removing the key. Without the key, no more online payments are booked. */
export function RemoveKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('onlinePayment')
  const problem = useSetupRefusalText()
  const remove = useOnlinePaymentChange(api.onlinePayment.remove, () => {
    toast.success(t('remove.done'))
    onClose()
  })
  return (
    <FormDialog
      danger
      title={t('remove.title')}
      submit={t('remove.submit')}
      back={t('remove.keep')}
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate({})}
    >
      <Text size="sm">{t('remove.text', { provider: paymentProviderName })}</Text>
      <FormError>{remove.error && problem(remove.error)}</FormError>
    </FormDialog>
  )
}
