import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { daysText, columnHeadText } from '../../../../ui/page/date-text.ts'
import { itemsOnDay } from '../item/CalendarAgenda.tsx'
import { CalendarItemStatusLabel } from '../item/CalendarItemCard.tsx'
import type { CalendarItem } from '../item/items.ts'
import classes from './PrintedWeek.module.css'
import { CalendarTextContext } from '../item/text-context.ts'

/**
 * Renders the printed calendar with a column for each day. Names that are hidden on the screen are also hidden in
 * print. The component renders into the body, because the rest of the page is not printed.
 */
export function PrintedWeek({
  days,
  items,
  zone,
}: {
  days: readonly string[]
  items: readonly CalendarItem[]
  zone: string
}) {
  const { t } = useTranslation('calendar')
  const calendarText = useContext(CalendarTextContext)
  const [first] = days
  const last = days.at(-1)
  if (!calendarText || !first || !last) return null
  return createPortal(
    <div className={classes.sheet} data-printed aria-hidden>
      <p className={classes.title}>{t('printTitle', { days: daysText(first, last, calendarText.language) })}</p>
      <div className={classes.days} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}>
        {days.map((day) => {
          const { weekday, number } = columnHeadText(day, calendarText.language)
          return (
            <div key={day} className={classes.day}>
              <p className={classes.head}>
                {weekday} {number}
              </p>
              {itemsOnDay(items, day, zone).map(({ item, from, to }) => (
                <div key={item.id} className={classes.item}>
                  <div>
                    {from} – {to}
                  </div>
                  <strong>{item.name}</strong>
                  <CalendarItemStatusLabel item={item} />
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>,
    document.body,
  )
}
