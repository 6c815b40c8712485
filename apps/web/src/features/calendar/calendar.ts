/** Public module of the feature `calendar`. */
export { CalendarSettings } from './feed/CalendarSettings.tsx'
