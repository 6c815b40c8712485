import '@mantine/charts/styles.css'
import { currencyDigits, decimal } from '@attune/contract/common/money'
import type { ChartPeriod } from '@attune/contract/features/session.schemas'
import { BarChart } from '@mantine/charts'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import classes from './chart.module.css'
import type { MoneyOfCurrency } from './MoneyChart.tsx'
import { usePeriodLabels } from './use-period-labels.ts'

/** The maximum number of labels below the bars, on a phone and on wider screens. */
const maxLabels = { narrow: 5, wide: 8 } as const

type Props = { of: MoneyOfCurrency; period: ChartPeriod; words: string }

/**
 * Renders two bars for each period: what was issued and what was received. Screen readers announce the chart as one
 * image with the summary `words`; `MoneyTable` contains the numbers.
 */
export function MoneyBars({ of, period, words }: Props) {
  const { t } = useTranslation(['moneyChart', 'charts'])
  const label = { currency: of.currency, period: t(`charts:periods.${period}`), words }
  return (
    <div role="img" className={classes.image} aria-label={t('label', label)}>
      <div className={classes.legend}>
        <span data-of="issued">{t('issued')}</span>
        <span data-of="received">{t('received')}</span>
      </div>
      <Bars of={of} period={period} />
    </div>
  )
}

/** Draws the bars. Their heights are numbers; tooltips show the exact amounts. */
function Bars({ of: { currency, items }, period }: Omit<Props, 'words'>) {
  const { t } = useTranslation('moneyChart')
  const { language } = useLocale()
  const { short, long } = usePeriodLabels(period)
  const narrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const digits = currencyDigits(currency)
  const units = (minor: string) => Number(decimal(BigInt(minor), digits))
  const step = Math.ceil(items.length / maxLabels[narrow ? 'narrow' : 'wide'])
  const axis = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <BarChart
      h={200}
      data={items.map(({ from, issuedMinor, receivedMinor }) => ({
        name: short(from),
        title: long(from),
        issued: units(issuedMinor),
        received: units(receivedMinor),
      }))}
      dataKey="name"
      series={[
        { name: 'issued', label: t('issued'), color: 'var(--attune-chart-issued)' },
        { name: 'received', label: t('received'), color: 'var(--attune-chart-held)' },
      ]}
      maxBarWidth={24}
      strokeDasharray="0"
      valueFormatter={(value) => moneyText(String(Math.round(value * 10 ** digits)), currency, language)}
      barProps={({ name }) =>
        name === 'issued' ? { stroke: 'var(--attune-chart-held)', strokeOpacity: 1 } : { strokeOpacity: 0 }
      }
      barChartProps={{ accessibilityLayer: false, margin: { left: 0, right: 4 } }}
      xAxisProps={{
        interval: 0,
        // Counts from the last bar, because the current period must always have a label.
        tickFormatter: (name: string, at: number) => ((items.length - 1 - at) % step === 0 ? name : ''),
      }}
      yAxisProps={{ width: 44, tickLine: false, tickFormatter: (value: number) => axis.format(value) }}
      tooltipProps={{ labelFormatter: (_, shown) => shown[0]?.payload?.title ?? '' }}
    />
  )
}
