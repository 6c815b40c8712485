import { ImportedCalendars } from './ImportedCalendars.tsx'
import { OwnCalendarFeed } from './OwnCalendarFeed.tsx'
import classes from './feed.module.css'

/** The calendar feed for other programs; for a therapist also the imported calendars that block times here. */
export function CalendarSettings({ viewer }: { viewer: 'therapist' | 'client' }) {
  return (
    <div className={classes.stack}>
      <OwnCalendarFeed viewer={viewer} />
      {viewer === 'therapist' && <ImportedCalendars />}
    </div>
  )
}
