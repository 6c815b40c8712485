export { ExportJournalButtons } from './list/ExportJournalButtons.tsx'
export { ClientJournal } from './reading/ClientJournal.tsx'
export { WriteEntryCard } from './WriteEntryCard.tsx'
