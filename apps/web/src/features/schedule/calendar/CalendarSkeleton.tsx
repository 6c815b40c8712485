import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './Calendar.module.css'
import type { CalendarView } from './calendar-search.ts'

/** Renders the empty grid while the calendar is loading. It shows no placeholders for sessions, because it does not know whether there are any. */
export function CalendarSkeleton({ view, columns }: { view: CalendarView; columns: number }) {
  const { t } = useTranslation()
  if (view === 'list') return <RowSkeletons avatar={false} />
  return (
    <div className={classes.waiting} role="status" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: view === 'month' ? 7 : Math.max(1, columns) }, (_, day) => (
        <div key={day} className={classes.waitingDay} />
      ))}
    </div>
  )
}
