/** The door of this room: what other rooms show of a client's own journal, and of what clients share. */
export { ClientJournal } from './reading/ClientJournal.tsx'
export { NewEntries } from './reading/NewEntries.tsx'
export { WriteLine } from './WriteLine.tsx'
