import { ImportedCalendars } from './ImportedCalendars.tsx'
import { OwnCalendarFeed } from './OwnCalendarFeed.tsx'
import classes from './feed.module.css'

/**
 * The calendar feed for other programs. For a therapist also the imported calendars, whose events block the therapist's
 * times.
 */
export function CalendarSettings({ viewer }: { viewer: 'therapist' | 'client' }) {
  return (
    <div className={classes.stack}>
      <OwnCalendarFeed viewer={viewer} />
      {viewer === 'therapist' && <ImportedCalendars />}
    </div>
  )
}
