import { useMe } from '../../../platform/login/login.ts'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { TimetablePage } from './timetable/TimetablePage.tsx'

const ClientTimetable = lazyInBoundary(() => import('./hours/ClientTimetable.tsx'), 'ClientTimetable')

/**
 * The page of the weekly timetable. A therapist edits it; a client reads the timetables of connected therapists [2.15].
 */
export function WeeklyTimetablePage() {
  const me = useMe()
  if (!me || me.role === 'admin') return null
  return me.role === 'client' ? <ClientTimetable /> : <TimetablePage />
}
