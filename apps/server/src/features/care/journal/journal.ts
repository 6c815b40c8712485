export { deleteExpiredTrash } from './journal.trash.ts'
export { countNewEntries } from './share/of-client.ts'
export { countUnreadShared, readSharedEntryPage } from './share/shared-entries.ts'
