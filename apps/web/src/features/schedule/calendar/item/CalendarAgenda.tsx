import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CalendarAgenda.module.css'
import { itemClassName, CalendarItemStatusLabel, CalendarItemType } from './CalendarItemCard.tsx'
import type { CalendarItem } from './items.ts'
import { CalendarTextContext } from './text-context.ts'
import { formatClock, daySegments } from '../wall-clock.ts'

type Props = {
  days: readonly string[]
  items: readonly CalendarItem[]
  zone: string
  today: string
  /** The number of free times of each day. A day without an entry shows no number. */
  free: ReadonlyMap<string, number>
  onOpen: (id: string) => void
}

/** Renders the list view of the calendar: each day that has items or free times, and today, with the items ordered by start. */
export function CalendarAgenda({ days, items, zone, today, free, onOpen }: Props) {
  const calendarText = useContext(CalendarTextContext)
  const { t } = useTranslation('calendar')
  if (!calendarText) return null
  return (
    <div className={classes.agenda}>
      {days.map((day) => {
        const here = itemsOnDay(items, day, zone)
        const count = free.get(day)
        if (here.length === 0 && !count && day !== today) return null
        return (
          <section key={day} className={classes.day} aria-label={calendarText.dayLabel(day, count)} data-day={day}>
            <h2 className={classes.title} aria-current={day === today ? 'date' : undefined}>
              {calendarText.dayLabel(day, count || undefined)}
            </h2>
            {here.length === 0 && <p className={classes.nothing}>{t('nothingToday')}</p>}
            <ul className={classes.list}>
              {here.map(({ item, from, to }) => (
                <li key={item.id}>
                  <button
                    type="button"
                    className={`${itemClassName(item)} ${classes.item}`}
                    onClick={() => onOpen(item.id)}
                  >
                    <span className={classes.times}>
                      {from} – {to}
                    </span>
                    <span className={classes.name}>{item.name}</span>
                    <CalendarItemStatusLabel item={item} />
                    <CalendarItemType item={item} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** Returns the items on a day, each with the start and end of its part on that day. */
export const itemsOnDay = (items: readonly CalendarItem[], day: string, zone: string) =>
  items.flatMap((item) =>
    daySegments(item.startUtc, item.endUtc, zone)
      .filter((piece) => piece.day === day)
      .map((piece) => ({ item, from: formatClock(piece.from), to: formatClock(piece.to) })),
  )
