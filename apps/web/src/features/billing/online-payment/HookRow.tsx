import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { paymentProviderName } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { CopyTextButton } from '../../../ui/page/row/CopyTextButton.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import classes from './online-payment.module.css'

const HookSecretDialog = lazyNamed(() => import('./HookSecretDialog.tsx'), 'HookSecretDialog')

/** The webhook: the address for the provider, and the signing secret. Both are optional. */
export function HookRow({ setup: { hookAddress, secretSavedAt } }: { setup: OnlinePaymentSetup }) {
  const { t } = useTranslation('onlinePayment')
  const locale = useLocale()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={classes.row}>
      <div className={classes.texts}>
        <div className={classes.name}>{t('hook.label')}</div>
        <div className={classes.quiet}>{t('hook.hint', { provider: paymentProviderName })}</div>
        <code className={classes.address}>{hookAddress}</code>
        <div className={classes.quiet}>
          {secretSavedAt ? t('hook.saved', { when: momentInSentence(secretSavedAt, locale) }) : t('hook.none')}
        </div>
      </div>
      <Group gap="xs">
        <CopyTextButton value={hookAddress}>{t('hook.copy')}</CopyTextButton>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(secretSavedAt ? 'hook.replace' : 'hook.enter')}
        </Button>
      </Group>
      {isAsked && <HookSecretDialog hasSecret={secretSavedAt !== null} onClose={() => setAsked(false)} />}
    </div>
  )
}
