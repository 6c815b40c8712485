export { ExportRecordButton } from './ExportRecordButton.tsx'
export { SharedPartsNotice } from './SharedPartsNotice.tsx'
