/** The door of this room: one's calendar for other programs, and calendars elsewhere, among the settings. */
export { CalendarSettings } from './CalendarSettings.tsx'
