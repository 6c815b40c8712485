import type { MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import { measureChange } from '@attune/contract/features/care/task/task.scores'
import { Skeleton, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { useNumberText } from '../detail/score-text.ts'
import { comparablePoints, useCurveText } from './curves.ts'
import classes from './progress.module.css'
import { ScoreChange } from './ScoreChange.tsx'

const CurveChart = lazyInBoundary(() => import('./task-charts.tsx'), 'CurveChart')

type Props = { curve: MeasureCurve; compact: boolean; repeat: ReactNode }

/**
 * Shows the scores of a client in a measure of the therapist: the curve, the latest score, and the change since the first score that can be compared
 * with it.
 */
export function OwnMeasure({ curve, compact, repeat }: Props) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const curveText = useCurveText()
  const numberText = useNumberText()
  const points = comparablePoints(curve)
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const day = (at: string) => dateText(localDay(at, locale), locale.language)
  const { title, reliableChange } = curve
  return (
    <div className={classes.measure}>
      {curve.points.length > 1 && (
        <Suspense fallback={<Skeleton height={compact ? 180 : 250} />}>
          <CurveChart curve={curve} compact={compact} />
        </Suspense>
      )}
      {points.length < curve.points.length && (
        <Text size="xs" c="dimmed">
          {t('newVersion', { version: String(last.comparableFrom), day: day(first.at) })}
        </Text>
      )}
      <div className={classes.latest}>
        <Text size="sm">{t('latest', { name: title, day: day(last.at), result: curveText(curve, last.score) })}</Text>
        {repeat}
      </div>
      {points.length > 1 && (
        <ScoreChange
          change={measureChange(curve, first.score, last.score)}
          since={first.at}
          source={
            reliableChange &&
            t('measureSource', { points: numberText(reliableChange.points), source: reliableChange.source })
          }
        />
      )}
    </div>
  )
}
