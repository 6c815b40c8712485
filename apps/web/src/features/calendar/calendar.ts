export { CalendarSettings } from './feed/CalendarSettings.tsx'
export { BlockAfternoonDialog } from './BlockAfternoonDialog.tsx'
