import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { paymentProviderName } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import classes from './online-payment.module.css'
import { HookRow } from './HookRow.tsx'
import { KeyRow } from './KeyRow.tsx'
import { useOnlinePaymentChange, useSetupRefusalText } from './use-online-payment.ts'

/** The setup of online payments: the switch, the provider's key, and the webhook. */
export function OnlinePaymentSection({ setup }: { setup: OnlinePaymentSetup }) {
  const { t } = useTranslation('onlinePayment')
  const provider = paymentProviderName
  return (
    <Section title={t('title')} hint={t('hint', { provider })}>
      <div className={classes.parts}>
        <OnSwitch setup={setup} />
        <KeyProblem setup={setup} />
        <KeyRow setup={setup} />
        {setup.keySavedAt && <HookRow setup={setup} />}
      </div>
    </Section>
  )
}

/** A switch for online payment. Before payment is switched on, the provider checks the saved key again. */
function OnSwitch({ setup }: { setup: OnlinePaymentSetup }) {
  const { t } = useTranslation('onlinePayment')
  const problem = useSetupRefusalText()
  const change = useOnlinePaymentChange(
    (on: boolean) => api.onlinePayment.setOn({ on }),
    (after) => toast.success(t(after.isOn ? 'switchedOn' : 'switchedOff')),
  )
  return (
    <div>
      <Switch
        label={t('label')}
        description={t('description', { provider: paymentProviderName })}
        checked={change.isPending ? change.variables : setup.isOn}
        disabled={(!setup.keySavedAt && !setup.isOn) || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <FormError>{change.error && problem(change.error)}</FormError>
    </div>
  )
}

/** Shows why clients cannot make real payments with the saved key. */
function KeyProblem({ setup: { isReadable, keyRefusedAt, isTest } }: { setup: OnlinePaymentSetup }) {
  const { t } = useTranslation('onlinePayment')
  const locale = useLocale()
  const provider = paymentProviderName
  if (!isReadable) return <Callout kind="danger">{t('unreadable')}</Callout>
  if (keyRefusedAt)
    return (
      <Callout kind="danger" title={t('keyRefused.title', { provider })}>
        {t('keyRefused.text', { when: momentInSentence(keyRefusedAt, locale) })}
      </Callout>
    )
  if (isTest) return <Callout kind="warning">{t('testKey')}</Callout>
  return null
}
