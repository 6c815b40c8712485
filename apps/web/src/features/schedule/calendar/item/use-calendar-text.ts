import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDayText } from '../../../../ui/page/date-text.ts'
import type { CalendarItem, CalendarItemStatus, CalendarItemTexts } from './items.ts'
import { formatClock, wallClockAt } from '../wall-clock.ts'

/**
 * Returns the texts of the calendar for a viewer. Times are in `zone`. The object stays the same until the viewer, the
 * zone or the language changes, because a new object makes every item of the calendar render again.
 */
export function useCalendarText(viewer: ViewerRole, zone: string) {
  const { t, i18n } = useTranslation(['calendar', 'session'])
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => calendarText({ viewer, zone, language, t }), [viewer, zone, language, t])
}

type Reader = { viewer: ViewerRole; zone: string; language: string; t: TFunction<['calendar', 'session']> }

function calendarText({ viewer, zone, language, t }: Reader) {
  const full = (day: string) => fullDayText(day, language)
  const names: CalendarItemTexts = {
    group: (count) => t('group', { count }),
    busy: t('busy'),
    away: t('away'),
    list: (all) => new Intl.ListFormat(language).format(all),
  }
  const statuses = new Map<CalendarItemStatus, string>()
  return {
    language,
    names,
    time: (instant: string) => formatClock(wallClockAt(instant, zone).minute),
    full,
    /** Returns the status of an item as text, such as 'Confirmed'. */
    standing: ({ status }: Pick<CalendarItem, 'status'>) => {
      const text = statuses.get(status) ?? statusText({ viewer, t }, status)
      statuses.set(status, text)
      return text
    },
    /** Returns the label of a day's cell: 'Thursday, 19 November 2026, 3 free times'. */
    dayLabel: (day: string, free: number | undefined) =>
      free === undefined ? full(day) : t('dayFree', { day: full(day), count: free }),
  }
}

function statusText({ viewer, t }: Pick<Reader, 'viewer' | 't'>, status: CalendarItemStatus) {
  if (status === 'event' || status === 'imported' || status === 'outdated' || status === 'absence')
    return t(`status.${status}`)
  return t(`session:${viewer === 'client' ? 'statusForClient' : 'status'}.${status}`)
}

export type CalendarText = ReturnType<typeof useCalendarText>
