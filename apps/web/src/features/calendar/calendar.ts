/** Public module of the calendar feed and the imported calendars. */
export { CalendarSettings } from './feed/CalendarSettings.tsx'
