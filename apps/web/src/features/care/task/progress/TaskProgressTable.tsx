import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText, datePartsText } from '../../../../ui/page/date-text.ts'
import { useNumberText, useScoreText } from '../detail/score-text.ts'
import { curvesOf, useCurveText } from './curves.ts'
import type { TaskProgressData } from './task-charts.tsx'
import classes from './progress.module.css'

/** Shows the data of the charts as tables, latest first. */
export function TaskProgressTable({ data }: { data: TaskProgressData }) {
  const { t } = useTranslation('taskProgress')
  const scoreText = useScoreText()
  const curveText = useCurveText()
  const numberText = useNumberText()
  return (
    <div className={classes.tables}>
      <WeekTable weeks={data.weeks} />
      <ValueTable caption={t('checkIns')} rows={data.checkIns} />
      <ValueTable
        caption={t('scores')}
        rows={data.scores.map(({ at, name, score }) => ({
          at,
          title: name.toUpperCase(),
          value: scoreText(name, score),
        }))}
      />
      {curvesOf(data).map((curve) => (
        <ValueTable
          key={curve.id}
          caption={curve.title}
          rows={curve.points.map(({ at, score, version, comparableFrom }) => ({
            at,
            title: t('version', { version: String(version) }),
            value: comparableFrom === curve.points.at(-1)?.comparableFrom ? curveText(curve, score) : numberText(score),
          }))}
        />
      ))}
    </div>
  )
}

function WeekTable({ weeks }: { weeks: TaskProgressData['weeks'] }) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const week = (from: string) =>
    datePartsText(from, locale.language, { day: 'numeric', month: 'short', year: 'numeric' })
  return (
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
        {weeks.toReversed().map((one) => (
          <tr key={one.from}>
            <th scope="row">{week(one.from)}</th>
            <td>{one.due || '–'}</td>
            <td>{one.completed || '–'}</td>
            <td>{one.declined || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ValueRow = { at: string; title: string; value: number | string }

/** Shows a table of values with their time and title. Renders nothing if there are no values. */
function ValueTable({ caption, rows }: { caption: string; rows: readonly ValueRow[] }) {
  const locale = useLocale()
  if (rows.length === 0) return null
  return (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <tbody>
        {rows.toReversed().map(({ at, title, value }) => (
          <tr key={at + title}>
            <th scope="row">{momentText(at, locale)}</th>
            <td>{title}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
