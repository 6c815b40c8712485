import { monthlyPositions } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { weekdayOf } from '@attune/contract/common/time/time'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, weekdayText } from '../../../ui/page/date-text.ts'

type Rule = { repeat: Repeat; firstDay: string; time: string; lastDay?: string | null }

/** The last part of the translation key for the n-th weekday of a month. The last weekday (-1) has the key 'last'. */
export type NthKey = '1' | '2' | '3' | '4' | 'last'
export const nthKey = (nth: number) => (nth === -1 ? 'last' : String(nth)) as NthKey

/** Returns a formatter for a recurrence rule, e.g. 'Every 2 weeks on Thursday at 10:00, until 3 December 2026'. */
export function useRecurrenceText() {
  const { t } = useTranslation('recurrence')
  const { language } = useLocale()
  return ({ repeat, firstDay, time, lastDay }: Rule): string => {
    const weekday = weekdayText(weekdayOf(firstDay), language)
    const { ends } = repeat
    const rhythm =
      repeat.every === 'weeks'
        ? t('rule.weeks', { count: repeat.weeks, weekday, time })
        : t(`rule.months.${nthKey(repeat.nth)}`, { weekday, time })
    const until = lastDay ?? (ends.by === 'day' ? ends.day : null)
    if (until) return t('rule.until', { rhythm, day: dateText(until, language) })
    return ends.by === 'count' ? t('rule.times', { rhythm, count: ends.count }) : rhythm
  }
}

/** Returns a function that lists the monthly rules that fit an event on `day`, each with a text, e.g. on the fourth or the last Thursday. */
export function useMonthlyOptions() {
  const { t } = useTranslation('recurrence')
  const { language } = useLocale()
  return (day: string) =>
    monthlyPositions(day).map((nth) => ({
      nth,
      label: t(`monthly.${nthKey(nth)}`, { weekday: weekdayText(weekdayOf(day), language) }),
    }))
}
