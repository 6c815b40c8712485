import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { momentText, datePartsText } from '../../../ui/date-text.ts'
import type { TaskProgressData } from './task-charts.tsx'
import classes from './progress.module.css'

/** The data of the charts as tables, latest first. */
export function TaskProgressTable({ data }: { data: TaskProgressData }) {
  const { t } = useTranslation('taskProgress')
  const reader = useLocale()
  const week = (from: string) =>
    datePartsText(from, reader.language, { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <div className={classes.tables}>
      <table className={classes.table}>
        <caption>{t('weekly')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('weekOf')}</th>
            <th scope="col">{t('due')}</th>
            <th scope="col">{t('completed')}</th>
            <th scope="col">{t('declined')}</th>
          </tr>
        </thead>
        <tbody>
          {data.weeks.toReversed().map((one) => (
            <tr key={one.from}>
              <th scope="row">{week(one.from)}</th>
              <td>{one.due || '–'}</td>
              <td>{one.completed || '–'}</td>
              <td>{one.declined || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.checkIns.length > 0 && (
        <table className={classes.table}>
          <caption>{t('checkIns')}</caption>
          <tbody>
            {data.checkIns.toReversed().map(({ at, title, value }) => (
              <tr key={at + title}>
                <th scope="row">{momentText(at, reader)}</th>
                <td>{title}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.scores.length > 0 && (
        <table className={classes.table}>
          <caption>{t('scores')}</caption>
          <tbody>
            {data.scores.toReversed().map(({ at, name, score }) => (
              <tr key={at + name}>
                <th scope="row">{momentText(at, reader)}</th>
                <td>{name.toUpperCase()}</td>
                <td>{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
