import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './Calendar.module.css'
import type { CalendarView } from './calendar-search.ts'

/** For each day column, the space above each placeholder, in hours. The pattern looks irregular but never changes. */
const placeholderPattern = [
  [0, 1, 2],
  [1, 2],
  [0, 3],
  [2, 1],
  [1, 1],
]

/** Renders placeholders while the calendar is loading. */
export function CalendarSkeleton({ view, columns }: { view: CalendarView; columns: number }) {
  const { t } = useTranslation()
  if (view === 'list') return <RowSkeletons avatar={false} />
  return (
    <div className={classes.waiting} role="status" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: view === 'month' ? 7 : Math.max(1, columns) }, (_, day) => (
        <div key={day} className={classes.waitingDay}>
          {(placeholderPattern[day % placeholderPattern.length] ?? []).map((hours, place) => (
            <Skeleton key={place} height={44} radius={6} mt={hours * 54 + 10} />
          ))}
        </div>
      ))}
    </div>
  )
}
