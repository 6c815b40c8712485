import type { ChartPeriod } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useLength } from '../length.ts'
import classes from './chart.module.css'
import { type Item, usePeriodWords } from './period.ts'

/** The numbers of the chart, the latest period first. */
export function ChartTable({ items, period }: { items: readonly Item[]; period: ChartPeriod }) {
  const { t } = useTranslation('charts')
  const length = useLength()
  const { long } = usePeriodWords(period)
  const time = (minutes: number) => (minutes ? length(minutes) : '–')
  return (
    <table className={classes.table}>
      <caption>{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(`column.${period}`)}</th>
          <th scope="col">{t('held')}</th>
          <th scope="col">{t('heldTime')}</th>
          <th scope="col">{t('planned')}</th>
          <th scope="col">{t('plannedTime')}</th>
        </tr>
      </thead>
      <tbody>
        {items.toReversed().map((item) => (
          <tr key={item.from}>
            <th scope="row">{long(item.from)}</th>
            <td>{item.held || '–'}</td>
            <td>{time(item.heldMinutes)}</td>
            <td>{item.planned || '–'}</td>
            <td>{time(item.plannedMinutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
