export { PersonalExportSection } from './PersonalExportSection.tsx'
export { RecordsExportSection } from './RecordsExportSection.tsx'
