import '@mantine/charts/styles.css'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { scoreScale } from '@attune/contract/features/care/task/task.scores'
import { BarChart, LineChart } from '@mantine/charts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, datePartsText } from '../../../../ui/page/date-text.ts'
import { useScoreText } from '../detail/score-text.ts'
import classes from './progress.module.css'

export type TaskProgressData = Awaited<ReturnType<typeof api.task.progress>>
const height = 200
const compactHeight = 150
/** The space for the names of the severity bands to the right of the chart, in pixels. */
const bandLabelWidth = 144

/**
 * Renders a chart with a title. Assistive technology reads the chart as one labelled image. `TaskProgressTable` shows
 * the same data as text.
 */
function ChartFigure({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const { t } = useTranslation('taskProgress')
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <div role="img" aria-label={t('image', { title, words })}>
        {children}
      </div>
    </figure>
  )
}

const day = (of: string, language: string) => datePartsText(of, language, { day: 'numeric', month: 'short' })
const commonChartProps = { accessibilityLayer: false, margin: { left: 0, right: 12 } } as const

/**
 * Draws the numbers of completed, declined and remaining tasks for each week. A task counts in the week of its due day.
 */
export function WeeklyTasksChart({ weeks, words }: { weeks: TaskProgressData['weeks']; words: string }) {
  const { t } = useTranslation('taskProgress')
  const { language } = useLocale()
  const data = weeks.map(({ from, due, completed, declined }) => ({
    name: day(from, language),
    completed,
    declined,
    left: Math.max(0, due - completed - declined),
  }))
  return (
    <ChartFigure title={t('weekly')} words={words}>
      <div className={classes.legend}>
        {(['completed', 'declined', 'left'] as const).map((one) => (
          <span key={one} data-of={one}>
            {t(one)}
          </span>
        ))}
      </div>
      <BarChart
        h={height}
        type="stacked"
        data={data}
        dataKey="name"
        series={[
          { name: 'completed', label: t('completed'), color: 'var(--attune-chart-done)' },
          { name: 'declined', label: t('declined'), color: 'var(--attune-chart-declined)' },
          { name: 'left', label: t('left'), color: 'var(--attune-chart-left)' },
        ]}
        maxBarWidth={32}
        strokeDasharray="0"
        barChartProps={commonChartProps}
        yAxisProps={{ width: 34, allowDecimals: false, tickLine: false }}
      />
    </ChartFigure>
  )
}

/** Draws the values of check-ins over time, from 0 to 10. */
export function CheckInChart({ items }: { items: TaskProgressData['checkIns'] }) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const data = items.map(({ at, value }) => ({ name: day(localDay(at, locale), locale.language), value }))
  const last = items.at(-1)?.value ?? 0
  return (
    <ChartFigure title={t('checkIns')} words={t('checkInWords', { count: items.length, last })}>
      <LineChart
        h={height}
        data={data}
        dataKey="name"
        series={[{ name: 'value', label: t('value'), color: 'var(--attune-chart-done)' }]}
        curveType="linear"
        strokeDasharray="0"
        withLegend={false}
        lineChartProps={commonChartProps}
        yAxisProps={{ width: 34, domain: [0, 10], tickLine: false }}
      />
    </ChartFigure>
  )
}

type ScoreChartProps = { name: QuestionnaireName; items: TaskProgressData['scores']; compact?: boolean }

/**
 * Draws the scores of one questionnaire over time, on the scale of the questionnaire with its published severity bands.
 * Labels each point with its score. `compact` leaves out the names of the bands, for a narrow column. Renders nothing
 * without scores.
 */
export function ScoreChart({ name, items, compact = false }: ScoreChartProps) {
  const { t } = useTranslation(['taskProgress', 'taskForms'])
  const locale = useLocale()
  const scoreText = useScoreText()
  const last = items.at(-1)
  if (!last) return null
  const { most, bands, ticks } = scoreScale(name)
  const title = name.toUpperCase()
  return (
    <ChartFigure
      title={t('scoreTitle', { name: title, most })}
      words={t('resultWords', { count: items.length, result: scoreText(name, last.score) })}
    >
      <LineChart
        h={compact ? compactHeight : height + 20}
        data={items.map(({ at, score }) => ({ name: day(localDay(at, locale), locale.language), score }))}
        dataKey="name"
        series={[{ name: 'score', label: title, color: 'var(--attune-chart-done)' }]}
        curveType="linear"
        gridAxis="none"
        lineProps={{ label: { position: 'top', offset: 8, fontSize: 12, fill: 'currentColor' } }}
        withLegend={false}
        referenceAreas={bands.map(({ band, from, to }, place) => ({
          y1: from,
          y2: to,
          fill: 'var(--attune-chart-left)',
          fillOpacity: 0.2 * place,
          strokeOpacity: 0,
          label: compact ? undefined : { value: t(`taskForms:band.${band}`), position: 'right', offset: 16 },
        }))}
        lineChartProps={{ ...commonChartProps, margin: { left: 0, right: compact ? 12 : bandLabelWidth, top: 20 } }}
        xAxisProps={{ padding: { left: 12, right: 12 } }}
        yAxisProps={{ width: 34, domain: [0, most], ticks, interval: 0, tickLine: false }}
      />
    </ChartFigure>
  )
}
