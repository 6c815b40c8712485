import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { cityOf, dateText, durationText, weekdayText } from '../../../ui/page/date-text.ts'
import { partOf } from './wish-draft.ts'

/** Returns a function that describes a wish in short phrases: weekdays, time, last day, format and duration. */
export function useWishText() {
  const { t } = useTranslation(['waitingList', 'session'])
  const { language, zone } = useLocale()
  return (entry: Omit<OwnWaitingEntry, 'therapistName'>): string[] => {
    const { weekdays, from, until, untilDay, format, durationMinutes } = entry
    const part = partOf(entry)
    const time = part === 'times' ? `${from}–${until}` : t(`part.${part}`)
    return [
      weekdays.length === 7 ? t('anyDay') : weekdays.map((day) => weekdayText(day, language, 'short')).join(', '),
      entry.zone === zone || part === 'any' ? time : `${time} (${cityOf(entry.zone)})`,
      t('untilDay', { day: dateText(untilDay, language) }),
      t(`session:format.${format}`),
      durationText(durationMinutes, language),
    ]
  }
}
