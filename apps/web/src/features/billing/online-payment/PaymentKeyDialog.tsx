import {
  keyPermissions,
  onlinePaymentLimits,
  paymentProviderName,
  restrictedKey,
} from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useOnlinePaymentChange, useSetupRefusalText } from './use-online-payment.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

/** Asks for a restricted key of the provider, which is saved only after the provider has accepted it. */
export function PaymentKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('onlinePayment')
  const problem = useSetupRefusalText()
  const [key, setKey] = useState('')
  const [isChecked, setChecked] = useState(false)
  const save = useOnlinePaymentChange(api.onlinePayment.saveKey, () => {
    toast.success(t('key.done'))
    onClose()
  })
  const typed = key.trim()
  const wrong = restrictedKey.test(typed) ? null : t(typed.startsWith('sk_') ? 'key.notRestricted' : 'key.wrong')
  const submit = () => {
    setChecked(true)
    if (!wrong) save.mutate({ key: typed })
  }
  return (
    <FormDialog
      title={t('key.title', { provider: paymentProviderName })}
      submit={t('key.submit')}
      back={t('cancel')}
      busy={save.isPending}
      dirty={key !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('key.text', { provider: paymentProviderName })}</Text>
      <ul>
        {keyPermissions.map((permission) => (
          <li key={permission}>
            <Text size="sm">{t(`permission.${permission}`)}</Text>
          </li>
        ))}
      </ul>
      <SecretInput
        data-autofocus
        label={t('key.label')}
        placeholder="rk_live_…"
        autoComplete="off"
        maxLength={onlinePaymentLimits.key}
        value={key}
        error={isChecked && wrong}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <FormError>{save.error && problem(save.error)}</FormError>
    </FormDialog>
  )
}
