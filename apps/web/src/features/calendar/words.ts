import type { Viewer } from '@attune/contract/features/session.states'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDayText } from '../../ui/moment.ts'
import type { Item, NameWords } from './items.ts'
import { clockText, wallAt } from './wall.ts'

/** How the calendar says what it shows. */
export function useWords(viewer: Viewer, zone: string) {
  const { t, i18n } = useTranslation(['calendar', 'session'])
  const language = i18n.resolvedLanguage ?? 'en'
  const time = (instant: string) => clockText(wallAt(instant, zone).minute)
  const full = (day: string) => fullDayText(day, language)
  // Kept, so that what is drawn with them is not drawn anew.
  const names = useMemo(
    (): NameWords => ({
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
    /** 'Confirmed': what an item is, beside its name. */
    standing({ standing }: Pick<Item, 'standing'>) {
      const isSession =
        standing !== 'event' && standing !== 'imported' && standing !== 'absence' && standing !== 'asked'
      if (viewer === 'client' && isSession) return t(`session:statusForClient.${standing}`)
      return standing === 'denied' ? t('session:status.denied') : t(`standing.${standing}`)
    },
    /** 'Thursday, 19 November 2026, 3 free times': what the cell of a day means. */
    dayWords: (day: string, free: number | undefined) =>
      free === undefined ? full(day) : t('dayFree', { day: full(day), count: free }),
  }
}
export type Words = ReturnType<typeof useWords>
