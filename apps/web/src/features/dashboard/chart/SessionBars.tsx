import '@mantine/charts/styles.css'
import type { ChartPeriod } from '@attune/contract/features/session.schemas'
import { BarChart } from '@mantine/charts'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import classes from './chart.module.css'
import { type SessionChartItem, usePeriodLabels } from './use-period-labels.ts'

export type ChartMeasure = 'sessions' | 'hours'

/** The maximum number of labels below the bars, for a phone (`narrow`) and for wider screens (`wide`). */
const maxLabels = {
  narrow: { daily: 5, weekly: 5, monthly: 6, quarterly: 4, yearly: 5 },
  wide: { daily: 7, weekly: 6, monthly: 12, quarterly: 8, yearly: 5 },
} as const

const inHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100

type Props = {
  items: readonly SessionChartItem[]
  period: ChartPeriod
  measure: ChartMeasure
}

/**
 * Renders a stacked bar for each period: completed sessions below, planned sessions above. Screen readers announce the
 * chart as one image with the summary `words`; `ChartTable` contains the numbers.
 */
export function SessionBars({ words, ...props }: Props & { words: string }) {
  const { period, measure } = props
  const { t } = useTranslation('charts')
  return (
    <div
      role="img"
      className={classes.image}
      aria-label={t('label', { what: t(`measures.${measure}`), period: t(`periods.${period}`), words })}
    >
      <div className={classes.legend}>
        {(['held', 'planned'] as const).map((one) => (
          <span key={one} data-of={one}>
            {t(one)}
          </span>
        ))}
      </div>
      <Bars {...props} />
    </div>
  )
}

/** Returns the data of the bars, and a function that says whether a bar has a label. */
function useBars({ items, period, measure }: Props) {
  const { short, long } = usePeriodLabels(period)
  const data = items.map((item) => ({
    name: short(item.from),
    title: long(item.from),
    held: measure === 'hours' ? inHours(item.heldMinutes) : item.held,
    planned: measure === 'hours' ? inHours(item.plannedMinutes) : item.planned,
  }))
  const narrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const step = Math.ceil(items.length / maxLabels[narrow ? 'narrow' : 'wide'][period])
  // Counts from the last bar, because the current period must always have a label.
  const isLabelled = (at: number) => (items.length - 1 - at) % step === 0
  return { data, isLabelled }
}

function Bars(props: Props) {
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  const { data, isLabelled } = useBars(props)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const most = Math.max(...data.map(({ held, planned }) => held + planned))
  return (
    <BarChart
      h={200}
      type="stacked"
      data={data}
      dataKey="name"
      series={[
        { name: 'held', label: t('held'), color: 'var(--attune-chart-held)' },
        { name: 'planned', label: t('planned'), color: 'var(--attune-chart-planned)' },
      ]}
      maxBarWidth={36}
      strokeDasharray="0"
      valueFormatter={(value) => number.format(value)}
      barProps={({ name }) =>
        name === 'planned'
          ? { stroke: 'var(--attune-chart-held)', strokeOpacity: 1, strokeDasharray: '3 3' }
          : { strokeOpacity: 0 }
      }
      barChartProps={{ accessibilityLayer: false, margin: { left: 0, right: 4 } }}
      xAxisProps={{
        interval: 0,
        tickFormatter: (name: string, at: number) => (isLabelled(at) ? name : ''),
      }}
      yAxisProps={{ width: 34, allowDecimals: props.measure === 'hours' && most < 3, tickLine: false }}
      tooltipProps={{ labelFormatter: (_, shown) => shown[0]?.payload?.title ?? '' }}
    />
  )
}
