export { mountJournalExport } from './export.mount.ts'
export { emptyBins } from './journal.bin.ts'
