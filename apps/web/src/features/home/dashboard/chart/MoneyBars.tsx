import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Bars } from './Bars.tsx'
import type { MoneyOfCurrency } from './MoneyChart.tsx'

/** The maximum number of labels below the bars, on a phone and on wider screens. */
const maxLabels = { narrow: 5, wide: 8 } as const

type Props = { of: MoneyOfCurrency; period: ChartPeriod; summary: string }
type MoneyItem = MoneyOfCurrency['items'][number]

/**
 * Renders two bars per period: issued and received amounts. Screen readers announce the chart as one image with the `summary`; `MoneyTable`
 * contains the numbers. Bar heights use rounded numbers, texts exact ones.
 */
export function MoneyBars({ of: { currency, items }, period, summary }: Props) {
  const { t } = useTranslation(['moneyChart', 'charts'])
  const { language } = useLocale()
  const axis = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const digits = currencyDigits(currency)
  const series = (['issued', 'received'] as const).map((of) => ({
    of,
    name: t(of),
    value: (item: MoneyItem) => Number(decimal(BigInt(item[`${of}Minor`]), digits)),
    text: (item: MoneyItem) => moneyText(item[`${of}Minor`], currency, language),
  }))
  return (
    <Bars
      label={t('label', { currency, period: t(`charts:periods.${period}`), words: summary })}
      items={items}
      period={period}
      series={series}
      maxLabels={maxLabels}
      smallestStep={1}
      tickText={(value) => axis.format(value)}
    />
  )
}
