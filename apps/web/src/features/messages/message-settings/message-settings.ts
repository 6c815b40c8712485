export { QuickRepliesButton } from './QuickRepliesButton.tsx'
export { ReadingHoursNotice } from './ReadingHoursNotice.tsx'
