export { CalendarSettings } from './feed/CalendarSettings.tsx'
export { BlockAfternoonDialog } from './event/BlockAfternoonDialog.tsx'
