export { type ClientHomeData, useClientHome, homeSessionsInput } from './use-client-home.ts'
export { FormsToFillRow } from './FormsToFillRow.tsx'
export { UnreadMessagesRow } from './UnreadMessagesRow.tsx'
export { WelcomeCard } from './WelcomeCard.tsx'
