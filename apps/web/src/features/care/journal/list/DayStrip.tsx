import { shiftDay } from '@attune/contract/common/time/time'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, daysText, fullDayText, columnHeadText } from '../../../../ui/page/date-text.ts'
import { mondayOf } from './entry-groups.ts'
import classes from './list.module.css'
import { moodKeys } from '../moods.ts'

type Props = { day: string | undefined; onDay: (day: string | null) => void; now: Date }

/**
 * Shows the days of a week, with a dot below each day that has entries. Pressing a day filters the list by this day;
 * pressing the same day again clears the filter.
 */
export function DayStrip({ day, onDay, now }: Props) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const today = localDay(now.toISOString(), locale)
  const [monday, setMonday] = useState(() => mondayOf(day ?? today))
  const sunday = shiftDay(monday, 6)
  const read = useQuery({
    ...orpc.journal.days.queryOptions({ input: { from: monday, until: sunday } }),
    placeholderData: keepPreviousData,
  })
  const byDay = new Map(read.data?.items.map((item) => [item.day, item]))
  const days = Array.from({ length: 7 }, (_, index) => shiftDay(monday, index))
  return (
    <div className={classes.week}>
      <ActionIcon size={32} aria-label={t('days.before')} onClick={() => setMonday(shiftDay(monday, -7))}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.days} role="group" aria-label={daysText(monday, sunday, locale.language)}>
        {days.map((one) => (
          <DayButton
            key={one}
            day={one}
            entries={byDay.get(one)}
            pressed={one === day}
            today={today}
            onPress={() => onDay(one === day ? null : one)}
          />
        ))}
      </div>
      <ActionIcon
        size={32}
        aria-label={t('days.after')}
        disabled={shiftDay(monday, 7) > today}
        onClick={() => setMonday(shiftDay(monday, 7))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type DayEntries = Awaited<ReturnType<typeof api.journal.days>>['items'][number]
type DayProps = { day: string; entries: DayEntries | undefined; pressed: boolean; today: string; onPress: () => void }

/**
 * A button for a day, with its weekday and a dot if the day has entries. Screen readers announce the number of entries
 * and their mood.
 */
function DayButton({ day, entries, pressed, today, onPress }: DayProps) {
  const { t } = useTranslation(['journal', 'common'])
  const { language } = useLocale()
  const { weekday, number } = columnHeadText(day, language, 'narrow')
  const count = t('days.entries', { count: entries?.entries ?? 0 })
  const mood = entries?.mood ? `, ${t(`mood.${moodKeys[entries.mood - 1] ?? 'middle'}`)}` : ''
  return (
    <button
      type="button"
      className={classes.day}
      aria-pressed={pressed}
      aria-current={day === today ? 'date' : undefined}
      disabled={day > today && !entries}
      onClick={onPress}
    >
      <VisuallyHidden>
        {t('common:labelled', { label: fullDayText(day, language), text: `${count}${mood}` })}
      </VisuallyHidden>
      <span aria-hidden>{weekday}</span>
      <span className={classes.dayNumber} aria-hidden>
        {number}
      </span>
      <span className={classes.dot} data-has={entries !== undefined || undefined} aria-hidden />
    </button>
  )
}
