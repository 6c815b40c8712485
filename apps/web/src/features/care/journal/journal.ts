export { ExportJournalButtons } from './list/ExportJournalButtons.tsx'
export { ClientJournal } from './reading/ClientJournal.tsx'
export { WriteEntryButton, WriteEntryCard } from './WriteEntryCard.tsx'
