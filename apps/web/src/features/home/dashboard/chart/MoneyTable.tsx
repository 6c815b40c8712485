import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import classes from './chart.module.css'
import type { MoneyOfCurrency } from './MoneyChart.tsx'
import { usePeriodLabels } from './use-period-labels.ts'

/** Shows the issued, received, open and overdue amounts of each period, latest period first. */
export function MoneyTable({ of: { currency, items }, period }: { of: MoneyOfCurrency; period: ChartPeriod }) {
  const { t } = useTranslation(['moneyChart', 'charts'])
  const { language } = useLocale()
  const { row } = usePeriodLabels(period)
  const amount = (minor: string) => (minor === '0' ? '–' : moneyText(minor, currency, language))
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption>{t('caption', { currency })}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`charts:column.${period}`)}</th>
            <th scope="col">{t('issued')}</th>
            <th scope="col">{t('received')}</th>
            <th scope="col">{t('open')}</th>
            <th scope="col">{t('overdue')}</th>
          </tr>
        </thead>
        <tbody>
          {items.toReversed().map((item) => (
            <tr key={item.from}>
              <th scope="row">{row(item.from)}</th>
              <td>{amount(item.issuedMinor)}</td>
              <td>{amount(item.receivedMinor)}</td>
              <td>{amount(item.openMinor)}</td>
              <td>{amount(item.overdueMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
