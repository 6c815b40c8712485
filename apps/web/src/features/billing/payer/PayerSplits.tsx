import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientSplit } from '@attune/contract/features/billing/payer/payer'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import { useBusinessCurrency } from '../service/service.ts'
import classes from './payer.module.css'

const SplitDialog = lazyNamed(() => import('./SplitDialog.tsx'), 'SplitDialog')

type Props = { splits: readonly ClientSplit[]; client: Pick<Client, 'id' | 'firstName'> }

/** Shows how the price of joint sessions is shared between the client and each of the other clients. */
export function PayerSplits({ splits, client }: Props) {
  const { t } = useTranslation('payer')
  const { language } = useLocale()
  const currency = useBusinessCurrency()
  const [edited, setEdited] = useState<ClientSplit | null>(null)
  return (
    <div>
      <h3 className={classes.subtitle}>{t('split.title')}</h3>
      <ul className={classes.splits}>
        {splits.map((split) => {
          const { withId, withName, rule, amountMinor } = split
          const amount = amountMinor === null ? '' : moneyText(amountMinor, currency, language)
          return (
            <li key={withId}>
              <span>
                {t('split.with', { name: withName })}
                <span className={classes.quiet}>
                  {t(`split.rule.${rule}`, { name: client.firstName, other: withName, amount })}
                </span>
              </span>
              <Button
                className={classes.small}
                variant="subtle"
                size="compact-sm"
                aria-label={t('split.change', { name: withName })}
                onClick={() => setEdited(split)}
              >
                {t('edit')}
              </Button>
            </li>
          )
        })}
      </ul>
      {edited && <SplitDialog split={edited} client={client} currency={currency} onClose={() => setEdited(null)} />}
    </div>
  )
}
