export { ClientJournal } from './reading/ClientJournal.tsx'
export { NewSharedEntries } from './reading/NewSharedEntries.tsx'
export { WriteEntryCard } from './WriteEntryCard.tsx'
