export { mountRecordExport } from './record-export.mount.ts'
