import { useMe } from '../../../../platform/login/login.ts'
import { ExternalCalendars } from '../../external-calendar/external-calendar.ts'
import { ImportedCalendars } from './ImportedCalendars.tsx'
import { OwnCalendarFeed } from './OwnCalendarFeed.tsx'

/** Edits the calendars that a therapist has connected or imported; their events block the therapist's times. */
export function ConnectedCalendars() {
  return (
    <>
      <ExternalCalendars />
      <ImportedCalendars />
    </>
  )
}

/** Edits the calendar feed, with which other programs show the person's sessions. */
export function CalendarFeedSettings() {
  const me = useMe()
  return me && <OwnCalendarFeed viewer={me.role === 'therapist' ? 'therapist' : 'client'} />
}
