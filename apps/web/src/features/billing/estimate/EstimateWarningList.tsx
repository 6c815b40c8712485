import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import type { EstimateExcess } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { moneyText } from '../../../ui/page/money-text.ts'
import classes from './Estimate.module.css'
import { usePeriodText } from './period-text.ts'

/** Lists the clients whose bills exceed the latest estimate by too much, or would do so after a draft is issued (`isDraft`). */
export function EstimateWarningList({ items, isDraft }: { items: readonly EstimateExcess[]; isDraft: boolean }) {
  const { t } = useTranslation('estimate')
  return (
    <div className={isDraft ? undefined : classes.apart}>
      <Callout kind="warning" title={t(isDraft ? 'warning.draftTitle' : 'warning.title')}>
        {items.map((item) => (
          <Warning key={item.clientId} of={item} />
        ))}
        {t('warning.text')}
      </Callout>
    </div>
  )
}

function Warning({ of: one }: { of: EstimateExcess }) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const period = usePeriodText()
  const { clientId, clientName: name, excessMinor, billedMinor, totalMinor, periodFrom, periodUntil } = one
  const money = (minor: string) => moneyText(minor, estimateCurrency, language)
  const sums = { excess: money(excessMinor), billed: money(billedMinor), total: money(totalMinor) }
  return (
    <div>
      <TextLink to="/dashboard/therapist/payments/estimates/$clientId" params={{ clientId }}>
        {name}
      </TextLink>
      {': '}
      {t('warning.client', { ...sums, period: period(periodFrom, periodUntil) })}
    </div>
  )
}
