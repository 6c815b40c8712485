import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import classes from './chart.module.css'
import { type SessionChartItem, usePeriodLabels } from './use-period-labels.ts'

/** Shows the numbers of the chart as a table, the latest period first. */
export function ChartTable({ items, period }: { items: readonly SessionChartItem[]; period: ChartPeriod }) {
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  const { row } = usePeriodLabels(period)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const hours = (minutes: number) => (minutes ? number.format(minutes / 60) : '–')
  return (
    <table className={classes.table}>
      <caption>{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(`column.${period}`)}</th>
          <th scope="col">{t('held')}</th>
          <th scope="col">{t('heldHours')}</th>
          <th scope="col">{t('planned')}</th>
          <th scope="col">{t('plannedHours')}</th>
        </tr>
      </thead>
      <tbody>
        {items.toReversed().map((item) => (
          <tr key={item.from}>
            <th scope="row">{row(item.from)}</th>
            <td>{item.held || '–'}</td>
            <td>{hours(item.heldMinutes)}</td>
            <td>{item.planned || '–'}</td>
            <td>{hours(item.plannedMinutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
