export { CalendarSettings } from './feed/CalendarSettings.tsx'
