import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { scoreScale } from '@attune/contract/features/care/task/task.scores'
import type { MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, datePartsText } from '../../../../ui/page/date-text.ts'
import { useNumberText, useScoreText } from '../detail/score-text.ts'
import { Bands, ChartPlot, PointLine, StackedBars } from './ChartPlot.tsx'
import { comparablePoints, curveScale, useBandText, useCurveText } from './curves.ts'
import classes from './progress.module.css'

export type TaskProgressData = Awaited<ReturnType<typeof api.task.progress>>
const height = 200
const compactHeight = 150
const checkInTicks = [0, 2, 4, 6, 8, 10]
/** The space for the names of the severity bands to the right of the chart, in pixels. */
const bandLabelWidth = 144

type FigureProps = { title: string; summary: string; right?: number; children: ReactNode }

/**
 * Renders a chart with a title. Assistive technology reads the chart as one labelled image. `TaskProgressTable` shows
 * the same data as text. `right` is the space to the right of the chart, in pixels.
 */
function ChartFigure({ title, summary, right = 12, children }: FigureProps) {
  const { t } = useTranslation('taskProgress')
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <div
        role="img"
        aria-label={t('image', { title, words: summary })}
        style={{ '--plot-right': `${right}px` } as CSSProperties}
      >
        {children}
      </div>
    </figure>
  )
}

const day = (of: string, language: string) => datePartsText(of, language, { day: 'numeric', month: 'short' })

/**
 * Draws the numbers of completed, declined and missed tasks for each week. A task that can still be completed in time is not drawn.
 */
export function WeeklyTasksChart({ weeks, summary }: { weeks: TaskProgressData['weeks']; summary: string }) {
  const { t } = useTranslation('taskProgress')
  const { language } = useLocale()
  const parts = [
    { name: 'completed', color: 'var(--attune-chart-done)', values: weeks.map(({ completed }) => completed) },
    { name: 'declined', color: 'var(--attune-chart-declined)', values: weeks.map(({ declined }) => declined) },
    { name: 'left', color: 'var(--attune-chart-left)', values: weeks.map(({ missed }) => missed) },
  ] as const
  const highest = Math.max(1, ...weeks.map(({ completed, declined, missed }) => completed + declined + missed))
  const step = Math.ceil(highest / 4)
  const scale = { names: weeks.map(({ from }) => day(from, language)), most: 4 * step }
  return (
    <ChartFigure title={t('weekly')} summary={summary}>
      <div className={classes.legend}>
        {parts.map(({ name }) => (
          <span key={name} data-of={name}>
            {t(name)}
          </span>
        ))}
      </div>
      <ChartPlot {...scale} ticks={[0, 1, 2, 3, 4].map((count) => count * step)} height={height}>
        <StackedBars {...scale} parts={parts.map(({ name, ...part }) => ({ ...part, label: t(name) }))} />
      </ChartPlot>
    </ChartFigure>
  )
}

/** Draws the values of check-ins over time, from 0 to 10. */
export function CheckInChart({ items }: { items: TaskProgressData['checkIns'] }) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const scale = { names: items.map(({ at }) => day(localDay(at, locale), locale.language)), most: 10 }
  const last = items.at(-1)?.value ?? 0
  return (
    <ChartFigure title={t('checkIns')} summary={t('checkInWords', { count: items.length, last })}>
      <ChartPlot {...scale} ticks={checkInTicks} height={height}>
        <PointLine {...scale} label={t('value')} values={items.map(({ value }) => value)} />
      </ChartPlot>
    </ChartFigure>
  )
}

type ScoreChartProps = { name: QuestionnaireName; items: TaskProgressData['scores']; compact?: boolean }

/**
 * Draws the scores of one questionnaire over time, on the scale of the questionnaire with its published severity bands. Labels each point with its
 * score. `compact` omits the names of the bands, for a narrow column. Renders nothing without scores.
 */
export function ScoreChart({ name, items, compact = false }: ScoreChartProps) {
  const { t } = useTranslation(['taskProgress', 'taskForms'])
  const locale = useLocale()
  const scoreText = useScoreText()
  const last = items.at(-1)
  if (!last) return null
  const { most, bands, ticks } = scoreScale(name)
  const title = name.toUpperCase()
  const scale = { names: items.map(({ at }) => day(localDay(at, locale), locale.language)), most }
  const named = bands.map(({ band, ...range }) => ({ ...range, label: compact ? null : t(`taskForms:band.${band}`) }))
  return (
    <ChartFigure
      title={t('scoreTitle', { name: title, most })}
      summary={t('resultWords', { count: items.length, result: scoreText(name, last.score) })}
      right={compact ? 12 : bandLabelWidth}
    >
      <ChartPlot {...scale} ticks={ticks} height={compact ? compactHeight : height + 20} gridless>
        <Bands scale={scale} bands={named} />
        <PointLine {...scale} label={title} values={items.map(({ score }) => score)} hasValues />
      </ChartPlot>
    </ChartFigure>
  )
}

/** The maximum number of characters of a band's name beside a chart. */
const bandLabelLength = 20
const shortened = (text: string) => (text.length > bandLabelLength ? `${text.slice(0, bandLabelLength - 1)}…` : text)

/**
 * Draws the scores in a measure of the therapist, on the scale of the measure. Scores that cannot be compared with the next one are not connected to
 * it, and the bands begin with the scores that can be compared with the latest one.
 */
export function CurveChart({ curve, compact = false }: { curve: MeasureCurve; compact?: boolean }) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const bandText = useBandText()
  const curveText = useCurveText()
  const numberText = useNumberText()
  const { title, range, points } = curve
  const last = points.at(-1)
  const [first] = comparablePoints(curve)
  if (!last || !first) return null
  const { bands, ticks, ...ends } = curveScale(curve)
  const scale = { names: points.map(({ at }) => day(localDay(at, locale), locale.language)), ...ends }
  const named = bands.map(({ band, hasSpace, ...part }) => ({
    ...part,
    label: compact || !hasSpace ? null : shortened(bandText(band)),
  }))
  return (
    <ChartFigure
      title={range ? t('measureTitle', { name: title, from: numberText(range.from), to: numberText(range.to) }) : title}
      summary={t('resultWords', { count: points.length, result: curveText(curve, last.score) })}
      right={compact || bands.length === 0 ? 12 : bandLabelWidth}
    >
      <ChartPlot {...scale} ticks={ticks} height={compact ? compactHeight : height + 20} gridless>
        <Bands scale={scale} bands={named} since={points.indexOf(first)} />
        <PointLine
          {...scale}
          label={title}
          values={points.map(({ score }) => score)}
          groups={points.map(({ comparableFrom }) => comparableFrom)}
          hasValues
        />
      </ChartPlot>
    </ChartFigure>
  )
}
