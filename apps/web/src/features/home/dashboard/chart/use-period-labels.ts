import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { datePartsText } from '../../../../ui/page/date-text.ts'

export type SessionChartItem = Awaited<ReturnType<typeof api.session.chart>>['items'][number]

/**
 * Returns functions that format a period for the bar label (`short`), the table (`row`) and the tooltip (`long`). Their
 * argument is the first day of the period.
 */
export function usePeriodLabels(period: ChartPeriod): Record<'short' | 'row' | 'long', (from: string) => string> {
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  const parts = (from: string, of: Intl.DateTimeFormatOptions) => datePartsText(from, language, of)
  const quarter = (from: string) =>
    t('quarter', { number: Math.ceil(Number(from.slice(5, 7)) / 3), year: from.slice(0, 4) })
  const year = (from: string) => from.slice(0, 4)
  const day = (from: string) => parts(from, { day: 'numeric', month: 'short' })
  switch (period) {
    case 'daily':
      return {
        short: day,
        row: (from) => parts(from, { weekday: 'short', day: 'numeric', month: 'short' }),
        long: (from) => parts(from, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
      }
    case 'weekly':
      return {
        short: day,
        row: (from) => parts(from, { day: 'numeric', month: 'short', year: 'numeric' }),
        long: (from) => t('week', { day: parts(from, { day: 'numeric', month: 'long', year: 'numeric' }) }),
      }
    case 'monthly':
      return {
        short: (from) => parts(from, { month: 'short' }),
        row: (from) => parts(from, { month: 'long', year: 'numeric' }),
        long: (from) => parts(from, { month: 'long', year: 'numeric' }),
      }
    case 'quarterly':
      return { short: quarter, row: quarter, long: quarter }
    case 'yearly':
      return { short: year, row: year, long: year }
  }
}
