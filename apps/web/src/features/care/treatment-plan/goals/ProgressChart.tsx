import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText } from '../../../../ui/page/date-text.ts'
import classes from '../treatment-plan.module.css'

const [width, height, edge] = [200, 44, 4]

/** The progress of an objective on a day (`YYYY-MM-DD`), in percent. */
export type ProgressPoint = { notedOn: string; percent: number }

/** Draws progress from 0 to 100 percent as a line, with the values as accessible text. Renders nothing if there are no values. */
export function ProgressChart({ title, points }: { title: string; points: readonly ProgressPoint[] }) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const begin = Date.parse(first.notedOn)
  const span = Math.max(1, Date.parse(last.notedOn) - begin)
  const placed = points.map(({ notedOn, percent }, index) => ({
    x:
      points.length === 1
        ? width - edge
        : edge + (span > 1 ? (Date.parse(notedOn) - begin) / span : index / (points.length - 1)) * (width - 2 * edge),
    y: height - edge - (percent / 100) * (height - 2 * edge),
  }))
  return (
    <figure className={classes.curve}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('progress.curve', { title, values: points.map(({ percent }) => `${percent}`).join(', ') })}
      >
        <line className={classes.axis} x1="0" x2={width} y1={height - 1} y2={height - 1} />
        <polyline className={classes.line} points={placed.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {placed.map(({ x, y }, index) => (
          <circle key={index} className={classes.dot} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <figcaption>
        <strong>{t('percent', { value: last.percent })}</strong> {dayText(last.notedOn, locale)}
      </figcaption>
    </figure>
  )
}
