export { deleteExpiredTrash } from './journal.trash.ts'
export { newEntriesOf } from './share/of-client.ts'
export { countUnreadShared, sharedEntryPage } from './share/shared-entries.ts'
