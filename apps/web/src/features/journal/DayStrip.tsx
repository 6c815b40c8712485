import { shiftDay } from '@attune/contract/common/time'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { localDay, daysText, fullDayText, columnHeadText } from '../../ui/date-text.ts'
import { mondayOf } from './entry-groups.ts'
import classes from './list.module.css'
import { moodKeys } from './moods.ts'

type Props = { day: string | undefined; onDay: (day: string | null) => void; now: Date }

/**
 * A week of days, with a dot under those with entries. Pressing a day filters the list; pressing it again clears the
 * filter.
 */
export function DayStrip({ day, onDay, now }: Props) {
  const { t } = useTranslation('journal')
  const reader = useLocale()
  const today = localDay(now.toISOString(), reader)
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
      <div className={classes.days} role="group" aria-label={daysText(monday, sunday, reader.language)}>
        {days.map((one) => {
          const { weekday, number } = columnHeadText(one, reader.language, 'narrow')
          const entries = byDay.get(one)
          const mood = entries?.mood ? `, ${t(`mood.${moodKeys[entries.mood - 1] ?? 'middle'}`)}` : ''
          return (
            <button
              key={one}
              type="button"
              className={classes.day}
              aria-label={`${fullDayText(one, reader.language)}: ${t('days.entries', { count: entries?.entries ?? 0 })}${mood}`}
              aria-pressed={one === day}
              aria-current={one === today ? 'date' : undefined}
              disabled={one > today && !entries}
              onClick={() => onDay(one === day ? null : one)}
            >
              <span aria-hidden>{weekday}</span>
              <span className={classes.dayNumber} aria-hidden>
                {number}
              </span>
              <span className={classes.dot} data-has={entries !== undefined || undefined} aria-hidden />
            </button>
          )
        })}
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
