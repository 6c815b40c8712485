export { ExportJournalButtons } from './list/ExportJournalButtons.tsx'
export { ClientJournal } from './reading/ClientJournal.tsx'
export { firstNameOf } from './first-name.ts'
export { WriteEntryCard } from './WriteEntryCard.tsx'
