import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import type { EstimateView } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from '../Estimate.module.css'
import { EstimateDownload } from './EstimateDownload.tsx'
import { useEstimateDay, usePeriodText } from '../period-text.ts'

/** Lists the versions that were given to a client, each with its PDF. Renders nothing if there are none. */
export function GivenEstimates({ given }: Pick<EstimateView, 'given'>) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const day = useEstimateDay()
  const period = usePeriodText()
  if (given.length === 0) return null
  return (
    <Section title={t('given.title')} count={given.length} hint={t('given.hint')} rows>
      {given.map(({ id, number, givenOn, periodFrom, periodUntil, totalMinor, isReady }) => (
        <CardRow key={id}>
          <div className={classes.texts}>
            <div>{t('version', { number, day: day(givenOn) })}</div>
            <div className={classes.facts}>
              {[period(periodFrom, periodUntil), moneyText(totalMinor, estimateCurrency, language)].join(' · ')}
            </div>
          </div>
          <EstimateDownload id={id} number={number} isReady={isReady} />
        </CardRow>
      ))}
    </Section>
  )
}
