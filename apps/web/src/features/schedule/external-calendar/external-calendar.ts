export { ExternalCalendars } from './ExternalCalendars.tsx'
export { OutdatedCalendars } from './OutdatedCalendars.tsx'
