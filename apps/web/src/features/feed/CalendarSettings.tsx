import { Imports } from './Imports.tsx'
import { OwnFeed } from './OwnFeed.tsx'
import classes from './feed.module.css'

/** One's calendar in other programs; for a therapist also the calendars elsewhere that block times here. */
export function CalendarSettings({ viewer }: { viewer: 'therapist' | 'client' }) {
  return (
    <div className={classes.stack}>
      <OwnFeed viewer={viewer} />
      {viewer === 'therapist' && <Imports />}
    </div>
  )
}
