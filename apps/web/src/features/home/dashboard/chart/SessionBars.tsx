import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Bars } from './Bars.tsx'
import type { SessionChartItem } from './use-period-labels.ts'

export type ChartMeasure = 'sessions' | 'hours'

/** The maximum number of labels below the bars, for a phone (`narrow`) and for wider screens (`wide`). */
const maxLabels = {
  daily: { narrow: 5, wide: 7 },
  weekly: { narrow: 5, wide: 6 },
  monthly: { narrow: 6, wide: 12 },
  quarterly: { narrow: 4, wide: 8 },
  yearly: { narrow: 5, wide: 5 },
} as const

type Props = {
  items: readonly SessionChartItem[]
  period: ChartPeriod
  measure: ChartMeasure
  summary: string
}

/**
 * Renders a stacked bar for each period: completed sessions below, planned sessions above. Screen readers announce the
 * chart as one image with the `summary`; `ChartTable` contains the numbers.
 */
export function SessionBars({ items, period, measure, summary }: Props) {
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const series = (['held', 'planned'] as const).map((of) => {
    const value = (item: SessionChartItem) => (measure === 'hours' ? item[`${of}Minutes`] / 60 : item[of])
    return { of, name: t(of), value, text: (item: SessionChartItem) => number.format(value(item)) }
  })
  return (
    <Bars
      label={t('label', { what: t(`measures.${measure}`), period: t(`periods.${period}`), words: summary })}
      items={items}
      period={period}
      series={series}
      stacked
      maxLabels={maxLabels[period]}
      smallestStep={measure === 'hours' ? 0.5 : 1}
      tickText={(value) => number.format(value)}
    />
  )
}
