import { Imports } from './Imports.tsx'
import { OwnFeed } from './OwnFeed.tsx'
import classes from './feed.module.css'

/** The calendar feed for other programs; for a therapist also the imported calendars that block times here. */
export function CalendarSettings({ viewer }: { viewer: 'therapist' | 'client' }) {
  return (
    <div className={classes.stack}>
      <OwnFeed viewer={viewer} />
      {viewer === 'therapist' && <Imports />}
    </div>
  )
}
