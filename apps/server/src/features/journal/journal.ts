export { mountJournalExport } from './journal.export.mount.ts'
export { deleteExpiredTrash } from './journal.trash.ts'
export { journalEmails } from './journal.emails.ts'
export { newEntriesOf } from './journal.of-client.ts'
