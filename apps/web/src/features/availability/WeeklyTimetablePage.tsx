import { useMe } from '../../platform/login.ts'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { TimetablePage } from './TimetablePage.tsx'

const ClientTimetable = lazyNamed(() => import('./hours/ClientTimetable.tsx'), 'ClientTimetable')

/** The weekly timetable: a therapist edits their own, a client reads those of the connected therapists [2.15]. */
export function WeeklyTimetablePage() {
  const me = useMe()
  if (!me || me.role === 'admin') return null
  return me.role === 'client' ? <ClientTimetable /> : <TimetablePage />
}
