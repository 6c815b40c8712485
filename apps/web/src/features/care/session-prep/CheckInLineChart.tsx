import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import { checkInScale } from '@attune/contract/features/care/task/task.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { localDay, dayText } from '../../../ui/page/date-text.ts'
import classes from './session-prep.module.css'

const [width, height, edge] = [280, 56, 4]

/** Draws the check-ins of one question as a line chart from 0 to 10, with the values as accessible text. */
export function CheckInLineChart({ title, points }: { title: string; points: SessionPrep['checkIns'] }) {
  const { t } = useTranslation('sessionPrep')
  const locale = useLocale()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const begin = Date.parse(first.at)
  const span = Math.max(1, Date.parse(last.at) - begin)
  const placed = points.map(({ at, value }) => ({
    x: points.length === 1 ? width / 2 : edge + ((Date.parse(at) - begin) / span) * (width - 2 * edge),
    y: height - edge - (value / checkInScale.to) * (height - 2 * edge),
  }))
  const label = t('curve', { title, values: points.map(({ value }) => value).join(', ') })
  const day = (at: string) => dayText(localDay(at, locale), locale)
  return (
    <figure className={classes.curve}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <line className={classes.axis} x1="0" x2={width} y1={height - 1} y2={height - 1} />
        <polyline className={classes.line} points={placed.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {placed.map(({ x, y }, place) => (
          <circle key={place} className={classes.dot} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <div className={classes.said}>
        {points.length === 1 ? day(first.at) : t('from', { first: day(first.at), last: day(last.at) })}
        {' · '}
        <strong>{last.value}</strong>
      </div>
    </figure>
  )
}
