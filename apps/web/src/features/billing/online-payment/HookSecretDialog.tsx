import {
  hookSecret,
  onlinePaymentLimits,
  paymentProviderName,
} from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useOnlinePaymentChange, useSetupRefusalText } from './use-online-payment.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

/** Asks for the secret with which the provider signs webhook requests. A saved secret can be removed. */
export function HookSecretDialog({ hasSecret, onClose }: { hasSecret: boolean; onClose: () => void }) {
  const { t } = useTranslation('onlinePayment')
  const problem = useSetupRefusalText()
  const [secret, setSecret] = useState('')
  const [isChecked, setChecked] = useState(false)
  const save = useOnlinePaymentChange(api.onlinePayment.saveSecret, (after) => {
    toast.success(t(after.secretSavedAt ? 'hook.done' : 'hook.removed'))
    onClose()
  })
  const isWrong = !hookSecret.test(secret.trim())
  const submit = () => {
    setChecked(true)
    if (!isWrong) save.mutate({ secret: secret.trim() })
  }
  return (
    <FormDialog
      title={t('hook.title')}
      submit={t('hook.submit')}
      back={t('cancel')}
      busy={save.isPending}
      dirty={secret !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('hook.text', { provider: paymentProviderName })}</Text>
      <SecretInput
        data-autofocus
        label={t('hook.secret')}
        placeholder="whsec_…"
        autoComplete="off"
        maxLength={onlinePaymentLimits.secret}
        value={secret}
        error={isChecked && isWrong && t('hook.wrong')}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      {hasSecret && (
        <Button variant="subtle" color="gray" disabled={save.isPending} onClick={() => save.mutate({ secret: null })}>
          {t('hook.remove')}
        </Button>
      )}
      <FormError>{save.error && problem(save.error)}</FormError>
    </FormDialog>
  )
}
