import { ExternalCalendars } from '../../external-calendar/external-calendar.ts'
import { ImportedCalendars } from './ImportedCalendars.tsx'
import { OwnCalendarFeed } from './OwnCalendarFeed.tsx'
import classes from './feed.module.css'

/**
 * Edits the calendar feed, with which other programs show the viewer's sessions. For a therapist, also edits the
 * imported calendars; their events block the therapist's times.
 */
export function CalendarSettings({ viewer }: { viewer: 'therapist' | 'client' }) {
  return (
    <div className={classes.stack}>
      {viewer === 'therapist' && <ExternalCalendars />}
      <OwnCalendarFeed viewer={viewer} />
      {viewer === 'therapist' && <ImportedCalendars />}
    </div>
  )
}
