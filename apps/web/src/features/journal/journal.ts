/** The public module: what other features show of a client's journal and of shared entries. */
export { ClientJournal } from './reading/ClientJournal.tsx'
export { NewEntries } from './reading/NewEntries.tsx'
export { WriteLine } from './WriteLine.tsx'
