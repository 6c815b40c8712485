import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import { callWhenIdle } from '../../../ui/page/loading/call-when-idle.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { usePhone } from '../../../ui/page/use-phone.ts'
import { Calendar } from './Calendar.tsx'
import { calendarGridModule } from './CalendarBody.tsx'
import { storeView, storedView } from './view-preferences.ts'
import { useSubscribeToCalendar } from './use-calendar-data.ts'
import type { CalendarView } from './calendar-search.ts'
import { wallClockAt } from './wall-clock.ts'

const OutdatedCalendars = lazyNamed(() => import('../external-calendar/external-calendar.ts'), 'OutdatedCalendars')
const route = getRouteApi('/dashboard/$userType/calendar')

/** The calendar page of a therapist or client. The URL contains the view and the day, so the back button restores both. */
export function CalendarPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const phone = usePhone()
  const [first] = useState(storedView)
  const isIdle = useIdleAfterGrid()
  useSubscribeToCalendar()
  const wanted = search.view ?? first ?? 'week'
  const view: CalendarView = phone && wanted === 'week' ? 'day' : wanted
  useEffect(() => {
    if (search.view) storeView(search.view)
  }, [search.view])
  if (!me || me.role === 'admin') return null
  const today = wallClockAt(now.toISOString(), me.zone).day
  return (
    <>
      {me.role === 'therapist' && isIdle && <OutdatedCalendars />}
      <Calendar
        viewer={me.role}
        view={view}
        day={search.day ?? today}
        now={now}
        zone={me.zone}
        phone={phone}
        prints={search.print ?? false}
        onLook={(next) =>
          void navigate({ search: { view: next.view ?? wanted, day: next.day ?? search.day }, replace: true })
        }
      />
    </>
  )
}

/**
 * Returns whether the browser was idle after the grid had loaded. Before that, the files of the warning about outdated calendars would delay the
 * calendar.
 */
function useIdleAfterGrid() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isMounted = true
    const showWhenIdle = () => callWhenIdle(() => isMounted && setIdle(true))
    calendarGridModule.then(showWhenIdle, showWhenIdle)
    return () => {
      isMounted = false
    }
  }, [])
  return isIdle
}
