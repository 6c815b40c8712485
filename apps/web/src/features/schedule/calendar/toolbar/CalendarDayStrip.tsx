import { VisuallyHidden } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { columnHeadText } from '../../../../ui/page/date-text.ts'
import classes from './CalendarDayStrip.module.css'
import { CalendarTextContext } from '../item/text-context.ts'

type Props = {
  days: readonly string[]
  day: string
  today: string
  /** The number of items by day. */
  counts: ReadonlyMap<string, number>
  onDay: (day: string) => void
}

/** Shows the days of a week on a phone as buttons. A dot marks the days that have items. */
export function CalendarDayStrip({ days, day, today, counts, onDay }: Props) {
  const { t } = useTranslation('calendar')
  const calendarText = useContext(CalendarTextContext)
  if (!calendarText) return null
  return (
    <div className={classes.strip} role="group" aria-label={t('days')}>
      {days.map((one) => {
        const { weekday, number } = columnHeadText(one, calendarText.language, 'narrow')
        const count = counts.get(one) ?? 0
        return (
          <button
            key={one}
            type="button"
            className={classes.day}
            aria-pressed={one === day}
            aria-current={one === today ? 'date' : undefined}
            onClick={() => onDay(one)}
          >
            <VisuallyHidden>{t('dayHas', { day: calendarText.full(one), count })}</VisuallyHidden>
            <span className={classes.weekday} aria-hidden>
              {weekday}
            </span>
            <span className={classes.number} aria-hidden>
              {number}
            </span>
            <span className={classes.dot} data-has={count > 0 || undefined} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
