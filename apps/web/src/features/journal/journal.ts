/** The public module: what other features show of a client's journal and of shared entries. */
export { ClientJournal } from './reading/ClientJournal.tsx'
export { NewSharedEntries } from './reading/NewSharedEntries.tsx'
export { WriteEntryCard } from './WriteEntryCard.tsx'
