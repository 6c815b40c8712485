import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { datePartsText } from '../../../ui/page/date-text.ts'

/** Returns a function that formats a day of an estimate: '2 Nov 2026'. */
export function useEstimateDay() {
  const { language } = useLocale()
  return (day: string) => datePartsText(day, language, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** Returns a function that formats the first and last day of a period; empty if one of them is empty. */
export function usePeriodText() {
  const { t } = useTranslation('estimate')
  const day = useEstimateDay()
  return (from: string, until: string) => (from && until ? t('fromUntil', { from: day(from), until: day(until) }) : '')
}
