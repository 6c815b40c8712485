export { ExportOrderDialog } from './ExportOrderDialog.tsx'
export { ExportRecordDialog } from './ExportRecordDialog.tsx'
export { ExportRecordButton } from './ExportRecordButton.tsx'
export {
  GuardianAddressesField,
  isPeriodOrdered,
  RecordPartsField,
  RecordPeriodFields,
} from './RecordContentFields.tsx'
export { SharedPartsNotice } from './SharedPartsNotice.tsx'
export { useExportRefusalText } from './use-export-refusal-text.ts'
