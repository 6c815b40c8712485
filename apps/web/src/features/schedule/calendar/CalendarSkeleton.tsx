import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { columnHeadText } from '../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './Calendar.module.css'
import type { CalendarView } from './calendar-search.ts'
import { storedHourHeight } from './view-preferences.ts'

/**
 * Renders the empty grid while the calendar is loading, as the document draws it (`calendar.js`). It shows no placeholders for sessions, because the
 * page may have none. Without `heads`, it shows no names of days.
 */
export function CalendarSkeleton({
  view,
  days,
  heads,
}: {
  view: CalendarView
  days: readonly string[]
  heads: boolean
}) {
  const { t, i18n } = useTranslation()
  if (view === 'list') return <RowSkeletons avatar={false} />
  const isMonth = view === 'month'
  return (
    <div
      className={classes.waiting}
      data-view={view}
      style={{ '--hour': `${storedHourHeight()}px` } as CSSProperties}
      role="status"
      aria-busy="true"
      aria-label={t('loading')}
    >
      {(isMonth ? days.slice(0, 7) : days).map((day) => {
        const { weekday, number } = columnHeadText(day, i18n.resolvedLanguage ?? 'en')
        return (
          <div key={day} className={classes.waitingDay}>
            {heads && (
              <span className={classes.head}>
                <span>{weekday}</span>
                {!isMonth && <strong>{number}</strong>}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
