import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import classes from './online-payment.module.css'

const PaymentKeyDialog = lazyNamed(() => import('./PaymentKeyDialog.tsx'), 'PaymentKeyDialog')
const RemoveKeyDialog = lazyNamed(() => import('./RemoveKeyDialog.tsx'), 'RemoveKeyDialog')

/** The key of the provider, which can be replaced and removed but is never shown. */
export function KeyRow({ setup: { keySavedAt } }: { setup: OnlinePaymentSetup }) {
  const { t } = useTranslation('onlinePayment')
  const locale = useLocale()
  const [asked, setAsked] = useState<'enter' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className={classes.row}>
      <div className={classes.texts}>
        <div className={classes.name}>{t('key.label')}</div>
        <div className={classes.quiet}>
          {keySavedAt ? t('key.saved', { when: momentInSentence(keySavedAt, locale) }) : t('key.none')}
        </div>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('enter')}>
          {t(keySavedAt ? 'key.replace' : 'key.enter')}
        </Button>
        {keySavedAt && (
          <Button variant="subtle" color="gray" onClick={() => setAsked('remove')}>
            {t('key.remove')}
          </Button>
        )}
      </Group>
      {asked === 'enter' && <PaymentKeyDialog onClose={close} />}
      {asked === 'remove' && <RemoveKeyDialog onClose={close} />}
    </div>
  )
}
