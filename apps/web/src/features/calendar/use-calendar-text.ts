import type { ViewerRole } from '@attune/contract/features/session.states'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDayText } from '../../ui/page/date-text.ts'
import type { CalendarItem, CalendarItemTexts } from './calendar-items.ts'
import { formatClock, wallClockAt } from './wall-clock.ts'

/** Returns the texts of the calendar for a viewer. Times are in `zone`. */
export function useCalendarText(viewer: ViewerRole, zone: string) {
  const { t, i18n } = useTranslation(['calendar', 'session'])
  const language = i18n.resolvedLanguage ?? 'en'
  const time = (instant: string) => formatClock(wallClockAt(instant, zone).minute)
  const full = (day: string) => fullDayText(day, language)
  // Memoized, because the calendar computes all items again when it gets a new object.
  const names = useMemo(
    (): CalendarItemTexts => ({
      group: (count) => t('group', { count }),
      busy: t('busy'),
      away: t('away'),
      list: (all) => new Intl.ListFormat(language).format(all),
    }),
    [t, language],
  )
  return {
    language,
    names,
    time,
    full,
    /** Returns the status of an item as text, such as 'Confirmed'. */
    standing({ status: standing }: Pick<CalendarItem, 'status'>) {
      const isSession =
        standing !== 'event' && standing !== 'imported' && standing !== 'absence' && standing !== 'asked'
      if (viewer === 'client' && isSession) return t(`session:statusForClient.${standing}`)
      return standing === 'denied' ? t('session:status.denied') : t(`status.${standing}`)
    },
    /** Returns the label of a day's cell: 'Thursday, 19 November 2026, 3 free times'. */
    dayWords: (day: string, free: number | undefined) =>
      free === undefined ? full(day) : t('dayFree', { day: full(day), count: free }),
  }
}
export type CalendarText = ReturnType<typeof useCalendarText>
