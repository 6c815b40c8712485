export { ExportRecordButton } from './ExportRecordButton.tsx'
