/** The public module of the feature `record-export`. */
export { listSharedPartsNaming } from './names/shared-parts.ts'
export { exportedRecord, listRecordIds } from './record-export.head.ts'
export { listRecordEntries } from './record-export.zip.ts'
